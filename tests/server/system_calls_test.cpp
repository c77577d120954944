// The system calls of a loop for one connection.
#include "single_loop.hpp"
#include "support/messages.hpp"
#include "support/system_calls.hpp"

#include <criterion/criterion.h>

#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace system_calls_test { namespace {

using namespace system_calls;
using made_up::posted, made_up::sent;
using single::client, single::server;

std::atomic<bool> gate_is_open = true;
std::atomic<bool> is_held = false;
std::atomic<std::int64_t> calls = 0;

std::int64_t hold() {
    is_held = true;
    while (!gate_is_open) std::this_thread::yield();
    return ++calls;
}
constexpr callbox::api methods{
    callbox::thread_safe,
    callbox::method<"count", [] { return ++calls; }>("How many calls there were."),
    callbox::method<"hold", hold>("The same, behind a gate."),
    callbox::method<"hold.elsewhere", hold>("On another thread.", callbox::blocking),
    callbox::method<"repeat", [](std::uint32_t n) { return std::string(n, 'x'); }>("", "count"),
};

const std::string closing = "Connection: close\r\n";
const std::string count = sent("count", "[]");

// Whether these calls, and no other, are made within five seconds.
bool makes(const std::string& wanted) {
    for (int tries = 0; tries < 5'000 && noted() != wanted; ++tries)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return noted() == wanted;
}
void expect_calls(const std::string& wanted) {
    cr_expect(makes(wanted), "%s\n    is not %s", noted().c_str(), wanted.c_str());
}

// A server, and the client whose calls are noted. What it sends first is there when it is accepted.
struct pair : server {
    explicit pair(const std::string& first) : server(methods), peer(*this, first) {
        note_next();
        run();
    }
    client peer;
};

bool is_answered(const client& peer) { return peer.all().starts_with("HTTP/1.1 200"); }

// A client whose call keeps the loop until the gate is opened, and a hundred that come meanwhile.
struct queue {
    explicit queue(const server& s) {
        gate_is_open = false;
        busy.emplace_back(s, posted(sent("hold", "[]")));
        while (!is_held) ::usleep(1'000);
        for (int i = 0; i < 100; ++i) waiting.emplace_back(s, posted(count, closing));
    }
    void expect_answers() const {
        for (const client& each : waiting) cr_expect(is_answered(each));
    }
    std::vector<client> busy, waiting;
};

TestSuite(server_system_calls, .timeout = 30);

Test(server_system_calls, a_connection_for_one_request_takes_four) {
    for (const std::string& request : std::vector<std::string>{
             posted(count, closing), "GET /livez HTTP/1.0\r\n\r\n",
             posted(count, "Connection: x, CLOSE\r\n"),
             posted(count) + posted(count) + posted(count, closing)}) {
        const pair s(request);
        cr_expect(is_answered(s.peer), "%s", request.c_str());
        expect_calls("accept4 recv send close");
    }
}

Test(server_system_calls, a_connection_that_stays_is_watched_before_its_answer) {
    pair s(posted(count));
    cr_expect(s.peer.some().starts_with("HTTP/1.1 200"));
    expect_calls("accept4 recv epoll_ctl send");
    s.peer.send(posted(count, closing));
    cr_expect(is_answered(s.peer));
    expect_calls("accept4 recv epoll_ctl send recv send close");
}

// The server is faster than its clients: to read before they have sent would be in vain.
Test(server_system_calls, who_comes_after_a_silent_one_is_watched_at_once) {
    server s(methods);
    s.run();
    std::vector<client> silent;
    for (int i = 0; i < 18; ++i) {
        note_next();
        silent.emplace_back(s, "");
        expect_calls(i % 17 == 0 ? "accept4 recv epoll_ctl" : "accept4 epoll_ctl");
    }
    note_next();
    const client prompt(s, posted(count, closing));
    cr_expect(is_answered(prompt));
    expect_calls("accept4 epoll_ctl recv send close");
}

Test(server_system_calls, nobody_is_accepted_in_vain_in_turns_of_one_millisecond) {
    server s(methods);
    s.run();
    clock_stands = true;
    cr_assert(is_answered(client(s, posted(count, closing))));
    accepts = 0;
    for (int i = 1; i <= 10; ++i) {
        cr_expect(is_answered(client(s, posted(count, closing))));
        cr_expect(accepts == i, "%d", accepts.load());
    }
    clock_stands = false;
}

Test(server_system_calls, a_queue_is_accepted_in_few_turns) {
    server s(methods);
    s.run();
    const queue all(s);
    turns = 0;
    gate_is_open = true;
    all.expect_answers();
    cr_expect(turns < 60, "%d", turns.load());  // 64 in one turn, 36 at worst in one each
}

Test(server_system_calls, who_has_not_sent_all_of_its_last_request_is_watched) {
    const std::string request = posted(count, closing);
    for (const std::size_t at : {std::size_t{0}, request.find(count), request.find(count) + 9}) {
        const pair s(request.substr(0, at));
        expect_calls("accept4 recv epoll_ctl");
        s.peer.send(request.substr(at));
        cr_expect(is_answered(s.peer));
        expect_calls("accept4 recv epoll_ctl recv send close");
    }
}

Test(server_system_calls, who_sends_more_behind_its_last_request_is_read_to_its_end) {
    pair s(posted(count, closing) + posted(count));
    const std::string got = s.peer.all();
    cr_expect(got.find("HTTP/1.1", 1) == got.npos, "%s", got.c_str());
    expect_calls("accept4 recv epoll_ctl send shutdown");
    s.peer.send(posted(count));
    expect_calls("accept4 recv epoll_ctl send shutdown recv");
    s.peer.leave();
    expect_calls("accept4 recv epoll_ctl send shutdown recv recv close");
}

Test(server_system_calls, an_error_that_ends_the_connection_is_followed_by_reading) {
    pair s("nonsense\r\n\r\n");
    cr_expect(s.peer.all().starts_with("HTTP/1.1 400"));
    expect_calls("accept4 recv epoll_ctl send shutdown");
    s.peer.leave();
    expect_calls("accept4 recv epoll_ctl send shutdown recv close");
}

Test(server_system_calls, who_is_turned_away_is_not_read_before_its_answer) {
    server s(methods, single::with_connections(1));
    const client first(s, posted(count));
    s.run();
    cr_expect(first.some().starts_with("HTTP/1.1 200"));
    note_next();
    client second(s, posted(count));
    cr_expect(second.all().starts_with("HTTP/1.1 503"));
    second.leave();
    cr_expect(makes("accept4 epoll_ctl send shutdown recv close") ||
                  makes("accept4 epoll_ctl send shutdown recv recv close"),
              "%s", noted().c_str());
}

Test(server_system_calls, who_sends_no_more_gets_its_answer_and_is_closed) {
    pair s("");
    expect_calls("accept4 recv epoll_ctl");
    s.peer.send(posted(count));
    s.peer.end();
    cr_expect(is_answered(s.peer));
    cr_expect(makes("accept4 recv epoll_ctl recv send recv close"), "%s", noted().c_str());
}

// The answer is more than any socket takes at once.
Test(server_system_calls, a_large_last_answer_is_sent_whole_before_the_close) {
    const pair s(posted(sent("repeat", "[9000000]"), closing));
    const std::string got = s.peer.all();
    cr_expect(got.size() > 9'000'000 && got.ends_with("}"), "%zu", got.size());
    s.peer.end();
    for (int tries = 0; tries < 5'000 && !noted().ends_with("close"); ++tries) ::usleep(1'000);
    cr_expect(noted().starts_with("accept4 recv send epoll_ctl send"), "%s", noted().c_str());
    cr_expect(noted().ends_with("send close"), "%s", noted().c_str());
    cr_expect(noted().find("shutdown") == std::string::npos, "%s", noted().c_str());
}

Test(server_system_calls, the_answer_to_a_blocking_call_may_be_the_last) {
    gate_is_open = false;
    const pair s(posted(sent("hold.elsewhere", "[]"), closing));
    expect_calls("accept4 recv epoll_ctl");
    gate_is_open = true;
    cr_expect(is_answered(s.peer));
    expect_calls("accept4 recv epoll_ctl send close");
}

Test(server_system_calls, new_connections_do_not_starve_others) {
    server s(methods);
    s.run();
    const client here(s, posted(count));
    cr_expect(here.some().starts_with("HTTP/1.1 200"));
    const queue fresh(s);
    here.send(posted(count));
    gate_is_open = true;
    const std::string got = here.some();
    const auto at = got.find("\"result\":");
    cr_expect(at != got.npos);
    const int before = std::stoi(got.substr(at + 9));
    cr_expect(before < 10, "%d", before);
    fresh.expect_answers();
}

}}  // namespace system_calls_test
