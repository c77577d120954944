// A loop whose clients do not read: events that their sockets have not accepted are sent when they
// do.
#include "subscriber.hpp"

#include "support/folder.hpp"
#include "support/until.hpp"

#include <callbox/event.hpp>

#include <criterion/criterion.h>

#include <algorithm>
#include <latch>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace unsent_events_test { namespace {

using single::client, single::server, single::subscriber;
using callbox::event, callbox::method;

TestSuite(server_unsent_events, .timeout = 60);

callbox::topic<std::string> texts;

// Keeps the loop busy until the test has done the next thing.
std::optional<std::latch> begun, over;

void hold() {
    begun->count_down();
    over->wait();
}

constexpr callbox::api rows{
    callbox::thread_safe,
    method<"hold", hold>("Keeps the loop."),
    method<"ping", [] { return std::string_view("pong"); }>("Answers pong."),
    event<"texts", &texts>("Texts."),
    event<"some", &texts>("Those that are not too late.", callbox::when_full::drop_oldest),
};

std::string address;

std::vector<callbox::net::listener> listening_at_address(callbox::net::address& at) {
    std::vector<callbox::net::listener> one(1);
    cr_assert(one[0].open(address).empty());
    at = one[0].where();
    return one;
}

struct place {
    support::folder folder;
    place() { address = folder.address(); }
};

// Listens on a unix socket: its buffer has a fixed size, and room as soon as the peer has read.
struct local_server : place, server {
    explicit local_server(std::size_t subscription_bytes = 10 << 20)
        : server(rows, with(subscription_bytes), listening_at_address) {
        run();
    }
    static callbox::options with(std::size_t subscription_bytes) {
        callbox::options made;
        made.limits.subscription_bytes_max = subscription_bytes;
        return made;
    }
};

constexpr int count = 100;  // 2 MB: more than the socket holds
constexpr std::string_view last = "x99\"}}";

std::string text(int n) { return std::string(20'000, 'x') + std::to_string(n); }

std::string post(std::string_view method, std::string_view fields = "") {
    const std::string body = made_up::sent(method, "[]");
    return "POST /api HTTP/1.0\r\nHost: localhost\r\n" + std::string(fields) +
           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

// Publishes all, and waits until the loop has offered each to all subscribers.
void publish_all(const server& s) {
    subscriber reading(s, "texts");
    for (int i = 0; i < count; ++i) texts.publish(text(i));
    (void)reading.read_until(last);
}

// Of each event its number, -1 for another message.
std::vector<int> numbers_in(const std::vector<std::string>& messages) {
    std::vector<int> all;
    for (const std::string& each : messages) {
        const bool is_event = each.find(R"("subscription")") != each.npos;
        all.push_back(is_event ? std::stoi(each.substr(each.find_last_of('x') + 1)) : -1);
    }
    return all;
}
std::vector<int> all_numbers() {
    std::vector<int> all;
    for (int i = 0; i < count; ++i) all.push_back(i);
    return all;
}

Test(server_unsent_events, who_reads_late_gets_all_in_order) {
    local_server s;
    subscriber late(s, "texts");
    publish_all(s);
    cr_expect(numbers_in(late.messages_until(last)) == all_numbers());
    texts.publish("x100");
    late.frames.clear();
    cr_expect(numbers_in(late.messages_until("x100\"}}")) == std::vector{100});
}

Test(server_unsent_events, a_stream_that_is_read_late_has_all_in_order) {
    local_server s;
    client late(s, post("texts", "Accept: text/event-stream\r\n"));
    std::string got;
    while (got.find("\"result\":\"1\"") == got.npos) got += late.some();
    publish_all(s);
    while (got.find(last) == got.npos) {
        const std::string more = late.some();
        cr_assert(!more.empty(), "the stream ended");
        got += more;
    }
    int next = 0;
    for (std::size_t at = 0; (at = got.find("\"subscription\"", at)) != got.npos; ++at) {
        const std::string end = 'x' + std::to_string(next++) + "\"}}\n";
        const std::size_t line_end = got.find('\n', at);
        cr_assert(got.substr(0, line_end + 1).ends_with(end), "%d", next);
    }
    cr_expect(next == count, "%d", next);
}

Test(server_unsent_events, who_reads_late_is_given_the_number_of_dropped_ones) {
    local_server s(100'000);
    subscriber late(s, "some");
    subscriber reading(s, "some");
    for (int i = 0; i < count; ++i) {
        texts.publish(text(i));
        reading.frames.clear();
        (void)reading.read_until('x' + std::to_string(i) + "\"}}");
    }
    constexpr std::string_view key = R"("missed":)";
    int next = 0, missed = 0;
    for (const std::string& each : late.messages_until(last)) {
        if (const std::size_t at = each.find(key); at != each.npos)
            missed += std::stoi(each.substr(at + key.size()));
        cr_expect(numbers_in({each}) == std::vector{missed + next++}, "%d after %d", next, missed);
    }
    cr_expect(missed > 0 && missed + next == count, "%d and %d", missed, next);
}

Test(server_unsent_events, a_call_is_answered_before_the_events_that_wait) {
    local_server s;
    subscriber late(s, "texts");
    publish_all(s);
    late.peer.send(frames::text(made_up::sent("ping", "[]", "2")));
    std::vector<int> got = numbers_in(late.messages_until(last));
    cr_assert(std::ranges::count(got, -1) == 1 && got.back() == count - 1);
    cr_expect(late.frames.find(made_up::answered("\"pong\"", "2")) != std::string::npos);
    std::erase(got, -1);
    cr_expect(got == all_numbers());
    late.peer.send(frames::text(made_up::sent("ping", "[]", "3")));
    (void)late.read_until("\"id\":3}");
}

// The loop is busy until the client has read what its socket holds and has sent a call: epoll then
// reports both.
Test(server_unsent_events, a_call_that_arrives_with_room_for_events_is_answered) {
    begun.emplace(1);
    over.emplace(1);
    local_server s;
    subscriber late(s, "texts");
    publish_all(s);
    client other(s, post("hold"));
    begun->wait();
    for (std::string more; !(more = late.peer.some(MSG_DONTWAIT)).empty();) late.frames += more;
    cr_assert(late.frames.find(last) == std::string::npos);
    late.peer.send(frames::text(made_up::sent("ping", "[]", "2")));
    over->count_down();
    std::vector<int> got = numbers_in(late.messages_until(last));
    cr_assert(std::ranges::count(got, -1) == 1 && got.back() == count - 1);
    cr_expect(late.frames.find(made_up::answered("\"pong\"", "2")) != std::string::npos);
    std::erase(got, -1);
    cr_expect(got == all_numbers());
    cr_expect(!other.some().empty());
}

Test(server_unsent_events, who_leaves_before_reading_costs_nothing) {
    local_server s;
    subscriber late(s, "texts");
    publish_all(s);
    late.peer.leave();
    cr_expect(support::until([&] { return s.connection_total == 0; }));
    cr_expect(s.asked() == 'H');
}

}}  // namespace unsent_events_test
