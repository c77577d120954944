// A program, its loops and its clients in memory, which perform steps in the real code and in the
// model.
#pragma once

#include "model.hpp"

#include "events/hub.hpp"
#include "rpc/dispatch.hpp"
#include "simulate/chance.hpp"
#include "support/logs.hpp"
#include "support/messages.hpp"

#include <callbox/callbox.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace events_model {

using simulate::chance;

// --------------------------------------------------------------------------------------- the table

struct change {
    std::int64_t key;
    std::string text;
};
constexpr auto describe(callbox::as<change>) {
    return callbox::fields{callbox::field("key", &change::key),
                           callbox::field("text", &change::text)};
}
inline constexpr std::int64_t any_key = 0, broken_key = 3;
struct store {
    std::array<callbox::topic<change>*, 4> all() { return {&plain, &numbered, &state, &shared}; }
    callbox::topic<change> plain, numbered, state, shared;
};
inline bool is_of(const change& c, std::int64_t key) {
    if (key == broken_key && c.key == broken_key) throw std::runtime_error("on purpose");
    return key == any_key || key == broken_key || key == c.key;
}

namespace when_full = callbox::when_full;
using callbox::event, callbox::arg, callbox::keeps;
inline constexpr callbox::api rows{
    event<"plain", &store::plain, is_of>("Ends.", arg("key")),
    event<"numbered", &store::numbered, is_of>("Drops.", arg("key"), when_full::drop_oldest,
                                               keeps(5)),
    event<"state", &store::state, is_of>("The newest.", arg("key"), when_full::latest),
    event<"kept", &store::shared>("Ends.", keeps(8)),
    event<"other", &store::shared, is_of>("Of the same topic.", arg("key"), when_full::latest,
                                          keeps(3)),
    event<"loose", &store::plain>("Drops.", when_full::drop_oldest),
};
struct row_rules {
    std::string_view name;
    std::size_t topic;
    bool has_filter;
    policy full;
    std::size_t keeps;
};
inline constexpr std::array<row_rules, 6> rules{{{"plain", 0, true, policy::end, 0},
                                          {"numbered", 1, true, policy::drop_oldest, 5},
                                          {"state", 2, true, policy::latest, 0},
                                          {"kept", 3, false, policy::end, 8},
                                          {"other", 3, true, policy::latest, 3},
                                          {"loose", 0, false, policy::drop_oldest, 0}}};

// --------------------------------------------------------------------------------------- the steps

enum class kind : std::uint8_t { publish, subscribe, unsubscribe, turn, read, stall, scope, close };
inline constexpr std::array<const char*, 8> kinds{"publish", "subscribe", "unsubscribe", "turn",
                                           "read",    "stall",     "scope",       "close"};
struct step {
    kind what;
    std::size_t a, b, c;
};

inline std::vector<step> steps_of(chance& luck, std::size_t count) {
    std::vector<step> all;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t n = luck.below(100);
        const kind what = n < 45   ? kind::publish
                          : n < 58 ? kind::subscribe
                          : n < 62 ? kind::unsubscribe
                          : n < 80 ? kind::turn
                          : n < 90 ? kind::read
                          : n < 96 ? kind::stall
                          : n < 98 ? kind::scope
                                   : kind::close;
        all.push_back({what, luck.below(1000), luck.below(1000), luck.below(1000)});
    }
    return all;
}

// --------------------------------------------------------------------------------------- the world

struct subscribed {
    std::size_t row;
    std::int64_t key;
    std::size_t begun;  // publications before it
    subscription model;
};

// A publication that a loop has not yet passed to its subscriptions.
struct pending {
    std::size_t topic;
    std::size_t order;
    published event;
};

struct connection {
    std::unique_ptr<callbox::events::stream> stream;
    std::map<std::int64_t, subscribed> all;  // by id
    std::int64_t last_id = 0;
    std::size_t scopes = 63;     // a bit for each row
    std::size_t accepts = SIZE_MAX;  // messages, before its client reads again
};

struct loop {
    std::unique_ptr<callbox::events::hub> hub;
    std::unique_ptr<callbox::rpc::dispatcher> calls;
    std::vector<pending> inbox;
    std::array<connection, 3> connections;
};

class world {
public:
    explicit world(std::size_t bytes_max) {
        bounds_.subscription_bytes_max = bytes_max;
        bounds_.subscriptions_max = 3;
        for (loop& l : loops_) {
            l.hub = rows_.rows[0].event.make_hub(rows_, bounds_);
            if (!l.hub->open(log_).empty()) wrong("a hub does not open");
            l.calls = std::make_unique<callbox::rpc::dispatcher>(rows_, store_.get(), bounds_,
                                                                 log_);
            l.calls->add(l.hub->unsubscribe());
            for (connection& c : l.connections) open(l, c);
        }
    }
    world(const world&) = delete;
    world& operator=(const world&) = delete;
    ~world() {
        for (loop& l : loops_)
            for (connection& c : l.connections) c.stream.reset();
    }

    // Returns an error, or empty.
    std::string run(const std::vector<step>& steps) {
        for (std::size_t i = 0; i < steps.size() && error_.empty(); ++i) {
            perform(steps[i]);
            if (!error_.empty()) error_ = "step " + std::to_string(i) + ": " + error_;
        }
        const bool is_stopped = !error_.empty();
        for (loop& l : loops_) finish(l);
        if (!is_stopped && error_.empty()) destroy_topics();
        return error_;
    }
    std::size_t messages = 0;

private:
    void perform(const step& s) {
        loop& l = loops_[s.a % 2];
        connection& c = l.connections[s.a / 2 % 3];
        switch (s.what) {
        case kind::publish: return publish(s.a % 4, s.b % 4, s.c % 10 == 0 ? s.c : s.c % 40);
        case kind::subscribe: return subscribe(l, c, s.b % rules.size(), s.c);
        case kind::unsubscribe: return unsubscribe(l, c, s.b);
        case kind::turn: return turn(l);
        case kind::read: return read(l, c, SIZE_MAX);
        case kind::stall: return read(l, c, s.b % 4);
        case kind::scope: return scope(c, s.b % 4 == 0 ? 63 : s.b % 64);
        case kind::close: return open(l, c);
        }
    }
    void wrong(const std::string& what) {
        if (error_.empty()) error_ = what;
    }

    void open(const loop& l, connection& c) {
        c = {};
        c.stream = l.hub->make_stream("127.0.0.1:5");
        c.stream->set_owner(&c);
    }
    void publish(std::size_t topic, std::size_t key, std::size_t size) {
        const change what{static_cast<std::int64_t>(key) + 1, std::string(size, 'x')};
        store_->all()[topic]->publish(what);
        const published& event = topics_[topic].publish(
            what.key, R"({"key":)" + std::to_string(what.key) + R"(,"text":")" + what.text + "\"}");
        ++order_;
        for (loop& l : loops_) l.inbox.push_back({topic, order_, event});
    }
    std::string call(const loop& l, const connection& c, std::string_view name,
                     const std::string& params) {
        std::string text = made_up::sent(name, params);
        callbox::bytes out;
        const callbox::rpc::view sees = view_of(c.scopes);
        const callbox::rpc::subscribing here(*l.calls, c.stream.get());
        callbox::caller from;
        from.call = l.calls->call_to_log();
        (void)l.calls->dispatch(text, out, from, &sees);
        return std::string(out.view());
    }
    callbox::rpc::view view_of(std::size_t scopes) const {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < rules.size(); ++i)
            if ((scopes >> i & 1) != 0) names.emplace_back(rules[i].name);
        return {rows_, names};
    }

    void subscribe(const loop& l, connection& c, std::size_t row, std::size_t n) {
        const row_rules& r = rules[row];
        const auto key = static_cast<std::int64_t>(n % 4);
        topic& of = topics_[r.topic];
        std::string params = r.has_filter ? R"("key":)" + std::to_string(key) : "";
        std::optional<std::int64_t> since;
        const std::optional<std::int64_t> base = bases_[r.topic];
        if (r.keeps != 0 && n % 3 != 0) {
            // As a client that missed a few events, or with a number that it cannot have.
            since = base ? of.last() - static_cast<std::int64_t>(n / 12 % 16) + 2 : 0;
            if (base && *since < first_[r.topic]) since = 0;
            params += (params.empty() ? "" : ",") + std::string(R"("since":)") +
                      std::to_string(*since == 0 ? 0 : *since + *base);
        }
        const std::string got = call(l, c, r.name, '{' + params + '}');
        const auto fails = [&](const std::string& error) {
            if (got.find(error) == got.npos) wrong("expected " + error + ", got " + got);
        };
        if ((c.scopes >> row & 1) == 0) return fails("-32601");
        if (c.all.size() == bounds_.subscriptions_max) return fails("-32005");
        if (r.keeps != 0) of.retain(r.keeps);
        subscribed made{row, r.has_filter ? key : any_key, order_,
                        {r.full, bounds_.subscription_bytes_max}};
        if (since) {
            const std::string cannot = R"(-32007,"message":"Cannot resume","data":{"missed":)";
            if (*since == 0 || *since > of.last()) return fails(cannot + "null}");
            const std::vector<published> retained = of.after(*since);
            const auto gone = of.last() - *since - static_cast<std::int64_t>(retained.size());
            if (gone > 0) return fails(cannot + std::to_string(gone) + '}');
            for (const published& each : retained) select(made, each, true);
        }
        const std::string id = std::to_string(++c.last_id);
        fails(R"({"jsonrpc":"2.0","result":")" + id + R"(","id":1})");
        c.all.emplace(c.last_id, std::move(made));
    }
    void unsubscribe(const loop& l, connection& c, std::size_t n) {
        const auto any = static_cast<std::int64_t>(n / 3);
        const auto chosen = [&, at = any % std::max<std::int64_t>(std::ssize(c.all), 1)] {
            return c.all.empty() ? 1 : std::next(c.all.begin(), at)->first;
        };
        const std::int64_t id = n % 3 == 0 ? any : chosen();
        const std::string got = call(l, c, "rpc.unsubscribe", "[\"" + std::to_string(id) + "\"]");
        const std::string expected = c.all.erase(id) != 0 ? "true" : "false";
        if (got != made_up::answered(expected)) wrong("expected " + expected + ", got " + got);
    }
    static void select(subscribed& to, const published& event, bool is_retained) {
        if (to.key == broken_key && event.key == broken_key) return to.model.end("filter");
        if (to.key != any_key && to.key != broken_key && to.key != event.key) return;
        if (is_retained) to.model.begin_with(event);
        else to.model.offer(event);
    }

    // The events of the last turn, then what the connections send, as server/loop does.
    void turn(loop& l) {
        while (l.hub->collect()) {}
        for (const pending& each : std::exchange(l.inbox, {}))
            for (connection& c : l.connections)
                for (auto& [id, s] : c.all)
                    if (rules[s.row].topic == each.topic && s.begun < each.order)
                        select(s, each.event, false);
        send(l);
    }
    void send(const loop& l) {
        while (void* const owner = l.hub->next_due()) send(*static_cast<connection*>(owner));
        for (const connection& c : l.connections)
            for (const auto& [id, s] : c.all)
                if (c.accepts != 0 && s.model.has_message()) wrong("a message is not sent");
    }
    void send(connection& c) {
        for (; c.accepts != 0 && error_.empty(); c.accepts -= c.accepts != SIZE_MAX) {
            callbox::bytes out;
            if (!c.stream->append_next(out)) return;
            check(c, std::string(out.view()));
        }
    }
    void read(const loop& l, connection& c, std::size_t accepts) {
        c.accepts = accepts;
        c.stream->resume();
        send(l);
    }
    void scope(connection& c, std::size_t scopes) {
        c.scopes = scopes;
        const callbox::rpc::view sees = view_of(scopes);
        c.stream->admit(scopes == 0 ? nullptr : &sees);
        for (auto& [id, s] : c.all)
            if ((scopes >> s.row & 1) == 0) s.model.revoke();
    }

    void check(connection& c, const std::string& got) {
        constexpr std::string_view key = R"("subscription":")";
        const std::int64_t id = std::atoll(got.c_str() + got.find(key) + key.size());
        const auto at = c.all.find(id);
        if (at == c.all.end()) return wrong("no such subscription: " + got);
        subscribed& s = at->second;
        if (!s.model.has_message()) return wrong("not expected: " + got);
        const row_rules& r = rules[s.row];
        const message wanted = s.model.next();
        std::optional<std::int64_t>& base = bases_[r.topic];
        if (const std::size_t at_seq = got.find(R"("seq":)"); at_seq != got.npos && !base) {
            base = std::atoll(got.c_str() + at_seq + 6) - wanted.number;
            first_[r.topic] = wanted.number;
        }
        std::string text = R"({"jsonrpc":"2.0","method":")" + std::string(r.name) +
                           R"(","params":{"subscription":")" + std::to_string(id) + '"';
        if (!wanted.reason.empty()) {
            text += R"(,"error":{"code":-32006,"message":"Subscription ended","data":{"reason":")" +
                    wanted.reason + R"(","missed":)" + std::to_string(wanted.missed) + "}}}}";
        } else {
            const std::int64_t seq = wanted.number + base.value_or(0);
            if (r.keeps != 0) text += R"(,"seq":)" + std::to_string(seq);
            if (wanted.missed != 0) text += R"(,"missed":)" + std::to_string(wanted.missed);
            text += R"(,"result":)" + wanted.payload + "}}";
        }
        if (got != text) return wrong("expected " + text + "\n    got      " + got);
        if (s.model.is_over()) c.all.erase(at);
        ++messages;
    }

    void finish(loop& l) {
        turn(l);
        for (connection& c : l.connections) read(l, c, SIZE_MAX);
        std::uint64_t count = 0;
        for (const connection& c : l.connections) count += c.all.size();
        if (l.hub->counts().subscriptions.get() != count) wrong("subscriptions are miscounted");
    }
    void destroy_topics() {
        store_.reset();
        for (loop& l : loops_) {
            while (l.hub->collect()) {}
            for (connection& c : l.connections)
                for (auto& [id, s] : c.all) s.model.end("closed");
            send(l);
            if (l.hub->counts().subscriptions.get() != 0) wrong("subscriptions are left");
        }
    }

    callbox::table rows_{rows};
    callbox::limits bounds_;
    support::quiet_log log_;
    std::unique_ptr<store> store_ = std::make_unique<store>();
    std::array<topic, 4> topics_;
    std::array<std::optional<std::int64_t>, 4> bases_;  // seq 0 of the model
    std::array<std::int64_t, 4> first_{};               // the first number that a client has seen
    std::size_t order_ = 0;
    std::string error_;
    std::array<loop, 2> loops_;
};

}  // namespace events_model
