// A table with events, what is published to them, and a judge of the messages that a connection
// receives: the guarantees of each subscription.
#pragma once

#include "events/hub.hpp"
#include "input.hpp"
#include "json_model.hpp"
#include "rpc/dispatch.hpp"

#include <callbox/callbox.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

struct change {
    std::int64_t number;
    std::int64_t key;
    std::string text;
};
constexpr auto describe(callbox::as<change>) {
    return callbox::fields{callbox::field("number", &change::number),
                           callbox::field("key", &change::key),
                           callbox::field("text", &change::text)};
}

inline callbox::topic<change> changes;
inline constexpr std::int64_t keys = 4, broken_key = 3;
inline bool concerns(const change& c, std::uint32_t key) {
    if (c.key == broken_key && key == broken_key) throw std::runtime_error("on purpose");
    return c.key == key % keys;
}
inline constexpr std::uint32_t kept = 4;
inline constexpr callbox::api event_rows{
    callbox::event<"plain", &changes>("Ends."),
    callbox::event<"some", &changes, concerns>("Ends.", callbox::arg("key")),
    callbox::event<"kept", &changes>("Drops.", callbox::when_full::drop_oldest,
                                     callbox::keeps(kept)),
    callbox::event<"state", &changes>("The newest.", callbox::when_full::latest),
};

// Computes expected answers, with subscriptions of its own.
class direct_calls {
public:
    direct_calls(const callbox::table& methods, const callbox::limits& bounds,
                 callbox::observe::logger& log)
        : calls_(methods, nullptr, bounds, log),
          hub_(std::ranges::find_if(methods.rows, &callbox::row::is_event)
                   ->event.make_hub(methods, bounds)) {
        expect(hub_->open(log).empty(), "a hub opens");
        calls_.add(hub_->unsubscribe());
    }
    std::unique_ptr<callbox::events::stream> make_stream() {
        auto made = hub_->make_stream("");
        made->set_owner(this);
        return made;
    }
    // `to` may be null: then events cannot be subscribed to.
    std::unique_ptr<callbox::rpc::deferred_result> answer(std::string message,
                                                          callbox::events::stream* to,
                                                          const callbox::caller& from = {}) {
        const callbox::rpc::subscribing here(calls_, to);
        callbox::caller with = from;
        with.call = calls_.call_to_log();
        auto made = std::make_unique<callbox::rpc::deferred_result>();
        made->error_code = calls_.dispatch(message, made->response, with).error_code;
        return made;
    }
    callbox::events::hub& hub() { return *hub_; }

private:
    callbox::rpc::dispatcher calls_;
    std::unique_ptr<callbox::events::hub> hub_;
};

// What is published during a conversation. Numbers begin with 0, `seq` with that of number 0.
class publisher {
public:
    explicit publisher(direct_calls& calls) {
        const auto probe = calls.make_stream();
        (void)calls.answer(R"({"jsonrpc":"2.0","method":"kept","id":1})", probe.get());
        publish(0, 0);
        (void)calls.hub().collect();
        callbox::bytes out;
        expect(probe->append_next(out), "an event is received");
        const std::string_view got = out.view();
        first_seq_ = std::atoll(got.data() + got.find(R"("seq":)") + 6);
    }
    // The topic retains only events of this conversation.
    void begin() {
        first_seq_ += std::ssize(keys_);
        keys_.clear();
        for (std::uint32_t i = 0; i < kept; ++i) publish(i, 0);
    }
    void publish(std::int64_t key, std::size_t size) {
        changes.publish({std::ssize(keys_), key, std::string(size, 'x')});
        keys_.push_back(key);
    }
    std::int64_t seq(std::int64_t number) const { return first_seq_ + number; }
    const std::vector<std::int64_t>& published() const { return keys_; }

    // libFuzzer copies numbers that it has seen in comparisons into inputs, where a seq would mean
    // another event in each conversation.
    bool has_seq(std::string_view text) const {
        const std::string start = std::to_string(first_seq_).substr(0, 9);  // of all in one run
        return text.find(start) != text.npos;
    }
    // A seq in an input is 100000000000000 and a digit: 0 is the seq of the event before the first.
    std::string with_seqs(std::string_view text) const {
        static constexpr std::string_view mark = R"("since":100000000000000)";
        std::string all(text);
        for (std::size_t at = all.find(mark); at != all.npos; at = all.find(mark, at + 1)) {
            const std::size_t digit = at + mark.size();
            if (digit == all.size() || all[digit] < '0' || all[digit] > '9') continue;
            const std::string number = std::to_string(seq(all[digit] - '1'));
            expect(number.size() == 16, "a seq has 16 digits", number);
            all.replace(digit - 15, 16, number);
        }
        return all;
    }
    // The same output for each conversation.
    std::string without_seqs(std::string all) const {
        const std::int64_t most = std::max<std::int64_t>(std::ssize(keys_), 9);
        for (std::int64_t number = -1; number <= most; ++number) {
            const std::string text = std::to_string(seq(number));
            for (std::size_t at = all.find(text); at != all.npos; at = all.find(text, at))
                all.replace(at, text.size(), "S" + std::to_string(number));
        }
        return all;
    }

private:
    std::int64_t first_seq_ = 0;
    std::vector<std::int64_t> keys_;
};

inline bool is_notification(std::string_view message) {
    return message.starts_with(R"({"jsonrpc":"2.0","method":)");
}

// Takes the messages of a connection in the order received.
class event_judge {
public:
    explicit event_judge(const publisher& all) : all_(&all) {}

    // The client sends that message. Responses to rpc.unsubscribe are recognized by an id that no
    // other request has.
    void asks(const std::string& message) {
        json_tree tree;
        if (!json_reader(message).read(tree)) return;
        count_ids(tree);
        const json_tree* const id = tree.find("id");
        const json_tree* const method = tree.find("method");
        const json_tree* const params = tree.find("params");
        if (id == nullptr || method == nullptr || method->text != "rpc.unsubscribe") return;
        if (params != nullptr && params->children.size() == 1)
            unsubscribes_[id->token] = params->children[0].text;
        else if (params != nullptr && params->find("subscription") != nullptr)
            unsubscribes_[id->token] = params->find("subscription")->text;
    }
    void takes(const std::string& message) {
        json_tree tree;
        expect(json_reader(message).read(tree), "a message is JSON", message);
        if (is_notification(message)) return take_event(tree, message);
        const json_tree* const result = tree.find("result");
        const json_tree* const id = tree.find("id");
        if (result == nullptr || id == nullptr) return;
        if (result->kind == json_kind::string) begun_.insert(result->text);
        const auto at = unsubscribes_.find(id->token);
        if (result->token == "true" && at != unsubscribes_.end() && ids_[id->token] == 1)
            ended_.insert(at->second);
    }
    bool has_ended(const std::string& id) const { return ended_.contains(id); }
    // Subscriptions that have not ended, and have received the last event published to them.
    std::size_t up_to_date() const {
        return static_cast<std::size_t>(std::ranges::count_if(all_of_, [&](const auto& each) {
            return !ended_.contains(each.first) &&
                   skipped(each.second, std::ssize(all_->published())) == 0;
        }));
    }

private:
    struct subscription {
        std::string row = {};
        std::int64_t key = -1;   // "some": of each event
        std::int64_t last = -1;  // number
    };

    void count_ids(const json_tree& tree) {
        for (const json_tree& each : tree.children) count_ids(each);
        if (const json_tree* const id = tree.find("id")) ++ids_[id->token];
    }
    // How many events of the subscription were published between the last one and `number`.
    std::int64_t skipped(const subscription& s, std::int64_t number) const {
        std::int64_t count = 0;
        for (std::int64_t i = s.last + 1; i < number; ++i)
            count += s.key == -1 || all_->published()[static_cast<std::size_t>(i)] == s.key;
        return count;
    }
    static std::int64_t integer(const json_tree* of) {
        return of == nullptr ? 0 : std::atoll(of->token.c_str());
    }

    void take_event(const json_tree& tree, const std::string& text) {
        const json_tree* const params = tree.find("params");
        const bool is_event = tree.names() == "jsonrpc method params" &&
                              params->names().starts_with("subscription ");
        expect(is_event, "a notification is an event", text);
        const std::string id = params->find("subscription")->text;
        expect(begun_.contains(id), "the response precedes the first event", text);
        expect(!ended_.contains(id), "no event follows the end of its subscription", text);
        subscription& s = all_of_[id];
        if (s.row.empty()) s.row = tree.find("method")->text;
        expect(s.row == tree.find("method")->text, "a subscription has one event", text);
        if (params->find("error") != nullptr) {
            check_end(s, *params, text);
            ended_.insert(id);
        } else {
            check_event(s, *params, text);
        }
    }
    void check_end(const subscription& s, const json_tree& params, const std::string& text) const {
        const json_tree* const data = params.find("error")->find("data");
        const std::string reason = data == nullptr ? "" : data->find("reason")->text;
        const std::int64_t missed = integer(data->find("missed"));
        expect(params.names() == "subscription error" &&
                   integer(params.find("error")->find("code")) == -32006,
               "an end has its code", text);
        if (reason == "filter") return expect(s.row == "some", "this event has a filter", text);
        const bool ends = s.row == "plain" || s.row == "some";
        expect(reason == "overflow" && ends && missed > 0, "an end has a reason", text);
        const auto count = std::ssize(all_->published());
        expect(missed <= skipped(s, count),
               "an end counts only events that were published", text);
    }
    void check_event(subscription& s, const json_tree& params, const std::string& text) const {
        const json_tree* const result = params.find("result");
        expect(result != nullptr && result->names() == "number key text", "a payload is whole",
               text);
        const std::int64_t number = integer(result->find("number"));
        const auto count = std::ssize(all_->published());
        expect(number > s.last && number < count, "events are in order", text);
        const std::int64_t key = integer(result->find("key"));
        expect(key == all_->published()[static_cast<std::size_t>(number)],
               "an event is one that was published", text);
        if (s.row == "some") {
            expect(s.last == -1 || key == s.key, "the filter takes it", text);
            s.key = key;
        }
        const json_tree* const seq = params.find("seq");
        expect((seq != nullptr) == (s.row == "kept"), "events that are kept have a seq", text);
        if (seq != nullptr)
            expect(seq->token == std::to_string(all_->seq(number)), "seq counts events", text);
        const json_tree* const missed = params.find("missed");
        expect(missed == nullptr || (s.row == "kept" && integer(missed) > 0),
               "only rows that drop events miss some", text);
        if (s.last != -1 && s.row != "state")
            expect(skipped(s, number) == integer(missed), "there is no gap", text);
        s.last = number;
    }

    const publisher* all_;
    std::map<std::string, std::size_t> ids_;           // of requests, and how many have them
    std::map<std::string, std::string> unsubscribes_;  // by the request's id
    std::set<std::string> begun_;
    std::set<std::string> ended_;
    std::map<std::string, subscription> all_of_;
};

}  // namespace fuzz
