// Events over WebSockets, in memory: what a client receives and when.
#include "events.hpp"

#include "events/topic.hpp"
#include "support/allocations.hpp"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <memory>
#include <string>
#include <string_view>

namespace events_test { namespace {

using namespace published;

// A client of a store, over a WebSocket.
struct peer {
    store state;
    websocket_peer ws;
    explicit peer(const callbox::options& how = {}) : ws(how, "", {rows, state}) {}

    std::string call(std::string_view name, std::string_view params = "[]") {
        return ws.say(frames::text(sent(name, params)));
    }
    std::string heard() {
        ws.go();
        return ws.heard();
    }
};

Test(server_events, a_subscriber_gets_the_response_and_then_each_event) {
    peer p;
    cr_expect(eq(str, p.call("changed"), response("\"1\"")));
    p.state.receive("A", 1);
    p.state.receive("B", 2);
    cr_expect(eq(str, p.heard(), change_of("1", "A", 1) + change_of("1", "B", 2)));
    // An event that a call publishes follows its response.
    cr_expect(eq(str, p.call("receive", R"(["C",3])"), response("null") + change_of("1", "C", 3)));
    cr_expect(eq(str, p.heard(), ""));
}

Test(server_events, what_was_published_before_is_not_sent) {
    peer p;
    p.state.receive("A", 1);
    cr_expect(eq(str, p.call("changed"), response("\"1\"")));
    p.state.receive("A", 2);
    cr_expect(eq(str, p.call("changed"),
                 response("\"2\"") + change_of("1", "A", 2)), "the second is not concerned");
}

Test(server_events, a_filter_selects) {
    peer p;
    cr_expect(eq(str, p.call("changed", R"(["A"])"), response("\"1\"")));
    cr_expect(eq(str, p.call("changed", R"({"sku":"B"})"), response("\"2\"")));
    p.state.receive("A", 1);
    p.state.receive("B", 2);
    p.state.receive("C", 3);
    const std::string all = p.heard();
    cr_expect(all.find(change_of("1", "A", 1)) != all.npos, "%s", all.c_str());
    cr_expect(all.find(change_of("2", "B", 2)) != all.npos, "%s", all.c_str());
    cr_expect(eq(sz, all.size(), change_of("1", "A", 1).size() * 2));
}

Test(server_events, a_filter_has_the_caller_and_its_own_copy_of_the_arguments) {
    peer p;
    cr_expect(eq(str, p.call("said", R"(["\u0061b"])"), response("\"1\"")));
    cr_expect(eq(str, p.call("count"), response("1")));  // overwrites the buffer of the call
    p.state.said.publish("abc");
    p.state.said.publish("bc");
    cr_expect(eq(str, p.heard(), event_of("said", "1", R"("result":"abc")")));
}

Test(server_events, a_filter_that_throws_ends_its_subscription_alone) {
    peer p;
    (void)p.call("changed", R"(["broken"])");
    (void)p.call("changed");
    p.state.receive("A", 1);
    const std::string all = p.heard();
    cr_expect(all.find(end_of("changed", "1", "filter", 0)) != all.npos, "%s", all.c_str());
    cr_expect(all.find(change_of("2", "A", 1)) != all.npos, "%s", all.c_str());
    p.state.receive("A", 2);
    cr_expect(eq(str, p.heard(), change_of("2", "A", 2)));
}

Test(server_events, unsubscribe_ends_it) {
    peer p;
    (void)p.call("changed");
    (void)p.call("changed");
    cr_expect(eq(str, p.call("rpc.unsubscribe", R"(["1"])"), response("true")));
    cr_expect(eq(str, p.call("rpc.unsubscribe", R"({"subscription":"1"})"), response("false")));
    cr_expect(eq(str, p.call("rpc.unsubscribe", R"(["x"])"), response("false")));
    p.state.receive("A", 1);
    cr_expect(eq(str, p.heard(), change_of("2", "A", 1)));
    for (const std::string_view wrong : {"[]", "[1]", R"(["1","2"])", R"({"id":"1"})", "{}"}) {
        const std::string got = p.call("rpc.unsubscribe", wrong);
        cr_expect(got.find("-32602") != got.npos, "%s", got.c_str());
    }
    // What was queued for it is gone too.
    p.ws.takes = 0;
    p.state.receive("A", 2);
    p.ws.go();
    p.ws.send(frames::text(sent("rpc.unsubscribe", R"(["2"])")));
    p.state.receive("A", 3);
    p.ws.takes = SIZE_MAX;
    cr_expect(eq(str, p.heard(), change_of("2", "A", 2) + response("true")));
}

Test(server_events, without_a_stream_there_is_no_subscription) {
    peer p;
    const std::string call = sent("changed", "[]");
    const auto refused = [](const std::string& got) {
        return got.find(R"("code":-32004,"message":"Stream required")") != got.npos;
    };
    line http({}, true, {rows, p.state});
    http.send(post(call));
    cr_expect(refused(http.body()), "%s", http.body().c_str());
    cr_expect(refused(p.ws.say(frames::text(batch({call})))));
    cr_expect(eq(str, p.ws.say(frames::text(notified("changed", "[]"))), ""));
    cr_expect(refused(callbox::answer(rows, p.state, call)));
    p.state.receive("A", 1);
    cr_expect(eq(str, p.heard(), ""));
    // Other calls do not need one.
    http.send(post(sent("rpc.unsubscribe", R"(["1"])")));
    cr_expect(eq(str, http.body(), R"({"jsonrpc":"2.0","result":false,"id":1})"));
}

Test(server_events, subscriptions_of_a_connection_are_limited) {
    callbox::options how;
    how.limits.subscriptions_max = 2;
    peer p(how);
    (void)p.call("changed");
    (void)p.call("state");
    cr_expect(eq(str, p.call("changed"),
                 R"({"jsonrpc":"2.0","error":{"code":-32005,"message":"Too many subscriptions"})"
                 ",\"id\":1}\n"));
    (void)p.call("rpc.unsubscribe", R"(["1"])");
    cr_expect(eq(str, p.call("changed"), response("\"3\"")));
}

// A reader that stops reading.
struct stalled : peer {
    explicit stalled(std::string_view name, const callbox::options& how = small()) : peer(how) {
        (void)call(name);
        ws.takes = 0;
        publish_to(name, 1);  // partly sent
    }
    static callbox::options small() {
        callbox::options how;
        how.limits.subscription_bytes_max = 84;  // two "said", one "changed"
        return how;
    }
    void publish_to(std::string_view name, int number) {
        if (name == "changed") state.receive(std::to_string(number), number);
        else if (name == "said") state.said.publish("said" + std::to_string(number));
        else if (name == "state") state.state.publish(number);
        else state.kept.publish(number);
        ws.go();
    }
    std::string read() {
        ws.takes = SIZE_MAX;
        return heard();
    }
};

Test(server_events, a_slow_reader_gets_what_waits_and_then_the_end) {
    stalled p("changed");  // each takes 21 bytes; one is always queued
    for (int i = 2; i <= 5; ++i) p.publish_to("changed", i);
    cr_expect(eq(str, p.read(), change_of("1", "1", 1) + change_of("1", "2", 2) +
                                    end_of("changed", "1", "overflow", 3)));
    p.publish_to("changed", 6);
    cr_expect(eq(str, p.heard(), ""));
    cr_expect(eq(str, p.call("count"), response("1")), "the connection stays open");
    const callbox::events::event_counters& counts = p.ws.site.events()->counts();
    cr_expect(eq(u64, counts.subscriptions.get(), 0));
    cr_expect(eq(u64, counts.published.get(), 5), "the last one had no subscriber");
    cr_expect(eq(u64, counts.sent.get(), 2));
    cr_expect(eq(u64, counts.dropped.get(), 3));
    cr_expect(eq(u64, counts.ended[0].get(), 1));
}

Test(server_events, the_oldest_are_dropped_where_the_row_says_so) {
    stalled p("said");  // 7 bytes each: two fit
    for (int i = 2; i <= 6; ++i) p.publish_to("said", i);
    cr_expect(eq(str, p.read(),
                 event_of("said", "1", R"("result":"said1")") +
                     event_of("said", "1", R"("missed":3,"result":"said5")") +
                     event_of("said", "1", R"("result":"said6")")));
}

Test(server_events, only_the_latest_waits_where_the_row_says_so) {
    stalled p("state");
    for (int i = 2; i <= 6; ++i) p.publish_to("state", i);
    cr_expect(eq(str, p.read(), event_of("state", "1", R"("result":1)") +
                                    event_of("state", "1", R"("result":6)")));
}

Test(server_events, events_that_wait_count_against_memory_max) {
    callbox::options how;
    how.limits.subscription_bytes_max = 1 << 20;
    stalled p("said", how);
    const std::size_t before = callbox::memory::taken();
    for (int i = 2; i <= 1'001; ++i) p.publish_to("said", i);
    const std::size_t least = sizeof(callbox::events::publication) + 16, most = 200;
    const auto each = [&] { return (callbox::memory::taken() - before) / 1'000; };
    cr_expect(each() >= least && each() < most, "%zu bytes", each());
    (void)p.read();
    cr_expect(each() < 64, "%zu bytes remain", each());
}

Test(server_events, the_client_has_its_time_for_a_response_after_unsent_events) {
    stalled p("said");
    p.ws.send(frames::frame(0x01, "["));  // a message begins
    p.ws.now += 10;
    p.ws.send(frames::ping("x"));
    cr_assert(p.ws.is_in(phase::writing));
    cr_expect(eq(i64, p.ws.link.deadline(), p.ws.now + p.ws.how.limits.write_timeout_ms));
}

Test(server_events, calls_are_read_and_run_while_events_wait) {
    stalled p("said");
    p.ws.takes = 3;  // the first bytes of an event
    p.ws.go();
    for (int i = 2; i <= 4; ++i) p.publish_to("said", i);
    p.ws.send(frames::text(notified("count", "[]")));
    p.ws.send(frames::text(sent("count", "[]")));
    cr_expect(eq(int, p.state.calls, 2));
    // Whole messages: the event that has begun, the response, then the others.
    cr_expect(eq(str, p.read(), event_of("said", "1", R"("result":"said1")") + response("2") +
                                    event_of("said", "1", R"("missed":1,"result":"said3")") +
                                    event_of("said", "1", R"("result":"said4")")));
}

std::int64_t seq_in(const std::string& event) {
    const std::size_t at = event.find("\"seq\":");
    return at == event.npos ? 0 : std::stoll(event.substr(at + 6));
}

Test(server_events, retained_events_after_since_come_first) {
    peer p;
    (void)p.call("kept");
    p.state.kept.publish(1);
    const std::int64_t first = seq_in(p.heard());
    cr_assert(first >= 1'000'000'000'000'000 && first < 1LL << 53);
    for (int i = 2; i <= 5; ++i) p.state.kept.publish(i);
    (void)p.heard();
    std::string wanted = response("\"2\"");
    for (int i = 2; i <= 5; ++i)
        wanted += event_of("kept", "2", "\"seq\":" + std::to_string(first + i - 1) +
                                            ",\"result\":" + std::to_string(i));
    cr_expect(eq(str, p.call("kept", R"({"since":)" + std::to_string(first) + '}'), wanted));
    const auto refused = [&](std::int64_t since, std::string_view missed) {
        const std::string got = p.call("kept", R"({"since":)" + std::to_string(since) + '}');
        const std::string data = R"("code":-32007,"message":"Cannot resume","data":{"missed":)" +
                                 std::string(missed) + "}";
        cr_expect(got.find(data) != got.npos, "%s", got.c_str());
    };
    (void)p.call("rpc.unsubscribe", R"(["1"])");
    (void)p.call("rpc.unsubscribe", R"(["2"])");
    p.state.kept.publish(6);  // retained without a subscriber
    refused(first, "1");
    refused(first - 1, "null");  // of another process
    refused(first + 6, "null");  // of the future
    refused(-1, "null");
    cr_expect(eq(str, p.call("kept", R"({"since":)" + std::to_string(first + 5) + '}'),
                 response("\"3\"")));
}

Test(server_events, retained_events_may_exceed_the_limit_of_a_subscription) {
    callbox::options how = stalled::small();
    peer p(how);
    (void)p.call("kept");
    p.state.kept.publish(100'000'000);
    const std::int64_t first = seq_in(p.heard());
    for (int i = 1; i <= 4; ++i) p.state.kept.publish(100'000'000 + i);
    (void)p.heard();
    p.ws.takes = 0;
    p.ws.send(frames::text(sent("kept", R"({"since":)" + std::to_string(first) + '}')));
    p.ws.takes = SIZE_MAX;
    const std::string all = p.heard();
    cr_expect(all.find(R"(,"result":100000004)") != all.npos, "%s", all.c_str());
    cr_expect(all.find("error") == all.npos, "%s", all.c_str());
}

Test(server_events, a_topic_that_is_destroyed_ends_its_subscriptions) {
    static std::unique_ptr<store> s;
    s = std::make_unique<store>();
    websocket_peer ws({}, "", {rows, *s});
    (void)ws.say(frames::text(sent("changed", "[]")));
    s.reset();
    ws.go();
    cr_expect(eq(str, ws.heard(), end_of("changed", "1", "closed", 0)));
}

Test(server_events, a_subscription_misses_no_event_lost_before_it) {
    peer p;
    (void)p.call("ratio");
    p.state.measure({});  // the loop learns of it after the next call
    cr_expect(eq(str, p.call("ratio"), response("\"2\"") + end_of("ratio", "1", "memory", 1)));
    p.state.measure(0.5);
    cr_expect(eq(str, p.heard(), event_of("ratio", "2", R"("result":0.5)")));
}

Test(server_events, the_events_lost_after_it_began_end_a_subscription) {
    peer p;
    (void)p.call("ratio");
    const std::string lost = frames::text(sent("measure", "[]"));
    const std::string all = p.ws.say(lost + frames::text(sent("ratio", "[]")) + lost + lost);
    cr_expect(all.find(end_of("ratio", "1", "memory", 3)) != all.npos, "%s", all.c_str());
    cr_expect(all.find(end_of("ratio", "2", "memory", 2)) != all.npos, "%s", all.c_str());
}

Test(server_events, a_closed_connection_ends_them_all) {
    peer p;
    (void)p.call("changed");
    (void)p.call("said");
    (void)p.ws.say(frames::close(1000));
    p.state.receive("A", 1);
    p.state.said.publish("x");
    cr_expect(eq(str, p.heard(), ""));
}

std::size_t allocations_of_an_event(int subscriptions, std::string_view event) {
    peer p;
    p.ws.received.reserve(1 << 16);
    for (int i = 0; i < subscriptions; ++i) (void)p.ws.say(frames::text(sent(event, "[]")));
    std::size_t count = 0;
    for (int round = 0; round < 8; ++round) {
        support::allocations();
        p.state.state.publish(round);
        p.state.said.publish("text");
        p.ws.go();
        count = support::allocations();
        p.ws.received.clear();
    }
    return count;
}

Test(server_events, subscribers_allocate_nothing_for_an_event_once_warm) {
    for (const std::string_view event : {"state", "said"}) {
        const std::size_t one = allocations_of_an_event(1, event);
        cr_expect(one > 0 && one < 6, "%zu", one);
        const std::size_t forty = allocations_of_an_event(40, event);
        cr_expect(forty == one, "%zu, not %zu", forty, one);
    }
}

}}  // namespace events_test
