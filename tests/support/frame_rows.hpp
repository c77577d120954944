// Rows of tests/wire/websocket: the frames of a client and the answers to them.
// tests/wire/README.md has the format.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace wire {

// Bytes that a client sends, then the frames that it receives, one a line: "text {...}",
// "pong hello", "close 1000", "close". "..." stands for any bytes.
struct frame_step {
    std::string sent;
    std::string expected;
};

struct frame_row {
    std::string title;                 // "utf8.txt:12: 6.4.1"
    std::string number;                // "6.4.1"
    std::string text;                  // after the number
    std::vector<std::string> options;  // as on a command line
};

struct row_steps {
    std::vector<frame_step> all;
    std::size_t piece = SIZE_MAX;  // the client sends so many bytes at a time
    std::string error;             // why the row is malformed
};

// Without calls, payloads are sent without the JSON around them.
row_steps steps_of(const frame_row& row, bool with_calls = true);

// The rows of a file in the folder "websocket" of the folder that TEST_WIRE names.
std::vector<frame_row> read_rows(const std::string& file);
std::vector<frame_row> read_rows(const std::string& file, const std::string& text);

// Moves the first frame of a server from `bytes` to `out`, as a line of `expected`. False if it is
// incomplete. A frame that no server should send is a line with "malformed".
bool take_frame(std::string_view& bytes, std::string& out);

}  // namespace wire
