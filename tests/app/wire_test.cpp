// Plays the conversations of tests/wire with the example program in memory and over sockets.
#include "support/folder.hpp"
#include "support/memory.hpp"
#include "support/play.hpp"
#include "support/program.hpp"
#include "support/script.hpp"

#include <criterion/criterion.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace wire_test { namespace {

using namespace wire;
using options = std::vector<std::string>;

// Longer conversations take too long and add no new cases.
constexpr std::size_t bytes_to_cut_in_two = 800;
constexpr std::size_t bytes_to_send_singly = 3000;
// Stops after so many errors: with an unresponsive server each takes seconds.
constexpr int errors_max = 20;

class report {
public:
    void add(const std::string& error) {
        if (error.empty()) return;
        ++errors_;
        text_ += "\n" + error;
    }
    bool enough() const { return errors_ >= errors_max; }
    // Not an assertion, as its jump would also cause a leak report.
    void check() const { cr_expect(errors_ == 0, "%d went wrong:%s", errors_, text_.c_str()); }

private:
    int errors_ = 0;
    std::string text_;
};

std::vector<conversation> conversations() {
    script all = read_scripts();
    cr_expect(all.mistake.empty(), "%s", all.mistake.c_str());
    return std::move(all.conversations);
}

std::string where(const conversation& said) {
    return said.file + ":" + std::to_string(said.line) + ": " + said.title + ": ";
}

// Plays each conversation in memory, with the cuts returned by `cuts`.
void hold_in_memory(const std::function<std::vector<cut>(const conversation&)>& cuts) {
    std::map<options, std::unique_ptr<memory_server>> servers;
    report errors;
    for (const conversation& said : conversations()) {
        if (errors.enough()) break;
        auto& server = servers[said.options];
        if (!server) server = std::make_unique<memory_server>(said.options);
        if (!server->mistake.empty()) {
            errors.add(where(said) + server->mistake);
            continue;
        }
        for (const cut at : cuts(said)) {
            memory_peer peer(*server);
            const std::string error = play(said, peer, at);
            errors.add(error);
            if (!error.empty()) break;  // other cuts would have the same error
        }
    }
    errors.check();
}

// Plays each conversation over a socket, with one program per set of options. All programs must end
// with 0.
void hold_over(const std::string& address, cut at, bool with_options = false) {
    std::map<options, std::unique_ptr<program>> programs;
    report errors;
    for (const conversation& said : conversations()) {
        if (errors.enough()) break;
        if (!said.options.empty() && !with_options) continue;
        if (said.has(act::wait)) continue;
        if (at.everywhere && said.bytes_sent() > bytes_to_send_singly) continue;
        auto& running = programs[said.options];
        if (running && running->error().empty() && !running->running()) {
            errors.add("before " + where(said) + running->stop());
            running.reset();
        }
        if (!running) {
            // Each needs its own path, as port 0 is a different port each time.
            const bool is_path = address.starts_with("unix:");
            const std::string own = is_path ? std::to_string(programs.size()) : "";
            running = std::make_unique<program>(address + own, said.options);
            if (!running->error().empty()) errors.add(where(said) + running->error());
        }
        if (!running->error().empty()) continue;
        callbox::fd connection = running->connect();
        if (!connection) {
            errors.add(where(said) + "can't connect");
            continue;
        }
        socket_peer peer(std::move(connection));
        errors.add(play(said, peer, at));
    }
    for (auto& [flags, running] : programs)
        if (running->error().empty()) errors.add(running->stop());
    errors.check();
}

// Cuts each conversation at every `nth` byte, with a different offset in each.
void hold_cut_in_two(std::size_t nth) {
    std::size_t first = 0;
    hold_in_memory([&](const conversation& said) {
        std::vector<cut> all;
        const std::size_t bytes = said.bytes_sent();
        if (bytes > bytes_to_cut_in_two) return all;
        for (std::size_t at = 1 + first++ % nth; at < bytes; at += nth) all.push_back({false, at});
        return all;
    });
}

TestSuite(wire_memory, .timeout = 120);
TestSuite(wire_socket, .timeout = 600);  // under valgrind too

Test(wire_memory, conversations_hold) {
    hold_in_memory([](const conversation&) { return std::vector<cut>{cut{}}; });
}

Test(wire_memory, conversations_hold_byte_by_byte) {
    hold_in_memory([](const conversation&) { return std::vector<cut>{cut{true}}; });
}

Test(wire_memory, conversations_hold_cut_in_two) { hold_cut_in_two(23); }

Test(long_wire, conversations_hold_cut_in_two_anywhere, .timeout = 120) { hold_cut_in_two(1); }

Test(wire_socket, conversations_hold) { hold_over("127.0.0.1:0", {}, true); }

// Conversations with options are played byte by byte only in memory.
Test(wire_socket, conversations_hold_byte_by_byte) { hold_over("127.0.0.1:0", {true}); }

Test(wire_socket, conversations_hold_over_a_unix_socket) {
    const support::folder in;
    hold_over(in.address(), {});
}

}}  // namespace wire_test
