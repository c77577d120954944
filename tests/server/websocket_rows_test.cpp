// Plays the rows of tests/wire/websocket: RFC 6455 as data.
#include "websocket.hpp"

#include "cli/options.hpp"
#include "support/frame_rows.hpp"
#include "support/shown.hpp"
#include "support/transcript.hpp"

#include <criterion/criterion.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace websocket_rows_test { namespace {

using namespace net_test;
using wire::frame_step, wire::frame_row, wire::row_steps;

constexpr const char* files[] = {"framing.txt", "utf8.txt", "close.txt", "sizes.txt"};
constexpr auto npos = std::string::npos;
constexpr std::size_t read_bytes_max = 64 << 10;
constexpr std::size_t bytes_to_join = 300'000;
constexpr std::size_t bytes_to_send_singly = 3000;

callbox::options options_of(const frame_row& row, std::string& error) {
    std::vector<const char*> words;
    for (const std::string& word : row.options) words.push_back(word.c_str());
    const char* const no_environment = nullptr;
    return callbox::cli::read_options(words, &no_environment, error).value_or(callbox::options{});
}

// The client closes unless the server does. Nothing is answered after that.
void end(std::vector<frame_step>& all) {
    const bool closes = std::any_of(all.begin(), all.end(), [](const frame_step& each) {
        return each.expected.starts_with("close") || each.expected.find("\nclose") != npos;
    });
    if (!closes) all.push_back({frames::close(1000), "close 1000\n"});
    all.push_back({frames::ping("late") + call_text("echo", R"(["late"])"), ""});
}

std::size_t bytes_sent(const std::vector<frame_step>& all) {
    std::size_t sum = 0;
    for (const frame_step& each : all) sum += each.sent.size();
    return sum;
}

frame_step joined(const std::vector<frame_step>& all) {
    frame_step one;
    for (const frame_step& each : all) {
        one.sent += each.sent;
        one.expected += each.expected;
    }
    return one;
}

std::string answers_of(websocket_peer& s) {
    std::string bytes, text;
    bytes.swap(s.received);
    std::string_view rest = bytes;
    while (wire::take_frame(rest, text)) {}
    return rest.empty() ? text : text + "incomplete: " + std::string(rest);
}

// Returns the difference from what is expected.
std::string play(const callbox::options& how, const std::vector<frame_step>& all,
                 std::size_t piece) {
    websocket_peer s(how);
    for (const frame_step& each : all) {
        for (std::string_view rest = each.sent; !rest.empty();) {
            s.send(rest.substr(0, piece));
            rest.remove_prefix(std::min(piece, rest.size()));
        }
        const std::string got = answers_of(s);
        if (!wire::is_like(got, each.expected))
            return "\n    expected: " + support::shown(each.expected, 300) +
                   "\n    got:      " + support::shown(got, 300);
    }
    if (!s.is_in(phase::lingering)) return " does not end the connection";
    return s.link.memory() == 0 ? "" : " keeps memory";
}

// As the row says, in one piece and byte by byte.
std::string play(const frame_row& row, bool with_calls = true) {
    row_steps read = wire::steps_of(row, with_calls);
    std::string error = read.error;
    const callbox::options how = options_of(row, error);
    if (!error.empty()) return row.title + ": " + error;
    end(read.all);
    const std::string title = row.title + (with_calls ? "" : ", without a call");
    if (error = play(how, read.all, std::min(read.piece, read_bytes_max)); !error.empty())
        return title + error;
    if (bytes_sent(read.all) > bytes_to_join) return "";
    const frame_step whole = joined(read.all);
    if (error = play(how, {whole}, read_bytes_max); !error.empty())
        return title + ", in one piece" + error;
    if (whole.sent.size() > bytes_to_send_singly) return "";
    if (error = play(how, {whole}, 1); !error.empty()) return title + ", byte by byte" + error;
    if (with_calls && whole.expected == "close 1007\n") return play(row, false);
    return "";
}

void hold(const char* file) {
    std::string errors;
    const std::vector<frame_row> rows = wire::read_rows(file);
    for (const frame_row& row : rows)
        if (const std::string error = play(row); !error.empty()) errors += '\n' + error;
    cr_expect(!rows.empty());
    cr_expect(errors.empty(), "%s", errors.c_str());
}

TestSuite(server_websocket_rows, .timeout = 120);

Test(server_websocket_rows, frames_and_fragments_hold) { hold("framing.txt"); }
Test(server_websocket_rows, texts_hold) { hold("utf8.txt"); }
Test(server_websocket_rows, close_frames_hold) { hold("close.txt"); }
Test(server_websocket_rows, long_and_many_messages_hold) { hold("sizes.txt"); }

// 247, and 54 about speed with their sizes.
Test(server_websocket_rows, each_case_has_a_row) {
    std::set<std::string> numbers;
    for (const char* file : files)
        for (const frame_row& row : wire::read_rows(file)) numbers.insert(row.number);
    cr_expect(numbers.size() == 247 + 54, "%zu", numbers.size());
}

std::string verdict(const std::string& row) {
    return play(wire::read_rows("x.txt", row).at(0));
}

Test(server_websocket_rows, a_difference_is_detected) {
    for (const char* row : {"1 text (\"a\") => nothing", "1 text \"a\" => echo", "1 text => echo",
                            "1 ping => pong \"a\"",
                            "1 ping \"a\" => pong", "1 ping => nothing", "1 pong => pong",
                            "1 close => close 1000", "1 close 1000 => close", "1 close => nothing",
                            "1 close 1000 => close 1001", "1 text (\"a\") => error -32700",
                            "1 text \"\" => error -32600", "1 ping => pong; => pong",
                            "1 text (0xff => nothing; \"a\") => close 1007",
                            "1 times 2 ping => pong close 1000", "1 text (\"a\") => echo echo"})
        cr_expect(!verdict(row).empty(), "%s", row);
}

Test(server_websocket_rows, a_malformed_row_is_an_error) {
    for (const char* row : {"1 txt \"a\"", "1 \"a\"", "1 text \"a", "1 text 0xf", "1 text 0x",
                            "1 text \"a\"*", "1 text \"a\"=x", "1 opcode16", "1 text+rsv8",
                            "1 close 65536", "1 text 1000", "1 times 0 ping", "1 ping => ping",
                            "1 ping => 1000", "1 ping => close \"a\"", "1 by ping", "1 ping => =>",
                            "1 (\"a\") text", "1 ping => echo", "1 text (\"a\"=9)"})
        cr_expect(verdict(row).find(": malformed") != std::string::npos, "%s", row);
}

// A server's frame with a mask, a reserved bit, a fragment, a length in a longer form.
Test(server_websocket_rows, a_malformed_frame_of_the_server_is_an_error) {
    for (const std::string& bytes :
         {frames::text("a"), frames::frame(0xc1, "a", 0, ""), frames::frame(0x01, "a", 0, ""),
          frames::frame(0x81, "a", 2, ""), frames::frame(0x81, std::string(126, 'a'), 8, ""),
          frames::frame(0x88, "a", 0, ""), frames::frame(0x82, "a", 0, "")}) {
        std::string_view rest = bytes;
        std::string text;
        cr_expect(wire::take_frame(rest, text));
        cr_expect(text == "malformed\n", "%s", text.c_str());
    }
}

}}  // namespace websocket_rows_test
