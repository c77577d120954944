// A file of tests/wire as the runner sees it: conversations, each a list of steps.
// tests/wire/README.md has the format.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace wire {

enum class act {
    send,         // text: the bytes
    status,       // number; to_head: no body follows
    field,        // name, text: its value, "..." is any bytes
    no_field,     // name
    body,         // text: exactly
    body_like,    // text: "..." is any bytes
    body_unlike,  // the same, which the body is not like
    end,          // the client shuts its sending side
    closed,       // the server has closed
    gone,         // the same, perhaps by a reset
    wait,         // number: milliseconds
};

struct step {
    act what{};
    std::size_t line = 0;
    std::string text = {};
    std::string name = {};
    int number = 0;
    bool to_head = false;
};

struct conversation {
    std::string file;  // "batch.txt"
    std::size_t line = 0;
    std::string title;
    std::vector<std::string> options;  // as on a command line: "--batch-length-max", "3"
    std::vector<step> steps;

    std::size_t bytes_sent() const;
    bool has(act what) const;
};

// All conversations of one text. A line that means nothing must fail the test: `mistake` then says
// where and why.
struct script {
    std::vector<conversation> conversations;
    std::string mistake;
};
script read_script(const std::string& file, const std::string& text);

// All of the *.txt files in the folder that TEST_WIRE names, "tests/wire" by default, by name.
script read_scripts();

// Replaces "\r", "\x00", "\*3{ab}" by what they stand for. False: an unknown escape.
bool unescape(const std::string& text, std::string& out);

}  // namespace wire
