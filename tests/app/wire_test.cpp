// The conversations of tests/wire, held with the example program in memory and over sockets.
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

namespace {

using namespace wire;
using options = std::vector<std::string>;

// Longer ones would take too long, and cut nothing new.
constexpr std::size_t bytes_to_cut_in_two = 800;
constexpr std::size_t bytes_to_send_singly = 3000;
// Then it stops: with a server that says nothing each fault takes seconds.
constexpr int violations_max = 20;

class report {
public:
    void add(const std::string& fault) {
        if (fault.empty()) return;
        ++faults_;
        text_ += "\n" + fault;
    }
    bool enough() const { return faults_ >= violations_max; }
    // Not an assertion that jumps away: a leak would then be told beside the faults.
    void tell() const { cr_expect(faults_ == 0, "%d went wrong:%s", faults_, text_.c_str()); }

private:
    int faults_ = 0;
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

// Each in memory, with the cuts that `cuts` gives for it.
void hold_in_memory(const std::function<std::vector<cut>(const conversation&)>& cuts) {
    std::map<options, std::unique_ptr<memory_server>> servers;
    report faults;
    for (const conversation& said : conversations()) {
        if (faults.enough()) break;
        auto& server = servers[said.options];
        if (!server) server = std::make_unique<memory_server>(said.options);
        if (!server->mistake.empty()) {
            faults.add(where(said) + server->mistake);
            continue;
        }
        for (const cut how : cuts(said)) {
            memory_peer peer(*server);
            const std::string fault = play(said, peer, how);
            faults.add(fault);
            if (!fault.empty()) break;  // the other cuts would say the same
        }
    }
    faults.tell();
}

// Each over a socket: a program for each set of options, which must end well in the end.
void hold_over(const std::string& address, cut how, bool with_options = false) {
    std::map<options, std::unique_ptr<program>> programs;
    report faults;
    for (const conversation& said : conversations()) {
        if (faults.enough()) break;
        if (!said.options.empty() && !with_options) continue;
        if (said.has(act::wait)) continue;
        if (how.everywhere && said.bytes_sent() > bytes_to_send_singly) continue;
        auto& running = programs[said.options];
        if (running && running->error().empty() && !running->running()) {
            faults.add("before " + where(said) + running->stop());
            running.reset();
        }
        if (!running) {
            // Each needs a path of its own, as port 0 is a port of its own.
            const bool is_path = address.starts_with("unix:");
            const std::string own = is_path ? std::to_string(programs.size()) : "";
            running = std::make_unique<program>(address + own, said.options);
            if (!running->error().empty()) faults.add(where(said) + running->error());
        }
        if (!running->error().empty()) continue;
        callbox::fd connection = running->connect();
        if (!connection) {
            faults.add(where(said) + "can't connect");
            continue;
        }
        socket_peer peer(std::move(connection));
        faults.add(play(said, peer, how));
    }
    for (auto& [flags, running] : programs)
        if (running->error().empty()) faults.add(running->stop());
    faults.tell();
}

// Of the cuts of a conversation each `nth`; which of them is another in each conversation.
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

}  // namespace

TestSuite(wire_memory, .timeout = 120);
TestSuite(wire_socket, .timeout = 120);

Test(wire_memory, conversations_hold) {
    hold_in_memory([](const conversation&) { return std::vector<cut>{cut{}}; });
}

Test(wire_memory, conversations_hold_byte_by_byte) {
    hold_in_memory([](const conversation&) { return std::vector<cut>{cut{true}}; });
}

Test(wire_memory, conversations_hold_cut_in_two) { hold_cut_in_two(23); }

Test(long_wire, conversations_hold_cut_in_two_anywhere, .timeout = 120) { hold_cut_in_two(1); }

Test(wire_socket, conversations_hold) { hold_over("127.0.0.1:0", {}, true); }

// What depends on options is held byte by byte in memory.
Test(wire_socket, conversations_hold_byte_by_byte) { hold_over("127.0.0.1:0", {true}); }

Test(wire_socket, conversations_hold_over_a_unix_socket) {
    const support::folder in;
    hold_over(in.address(), {});
}
