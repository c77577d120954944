// Checks the events and the framing of streams on one connection.
#include "event_follower.hpp"

#include "websocket/frames.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>

namespace simulate {

using std::string;
using std::string_view;

namespace {

constexpr string_view before_event = R"({"jsonrpc":"2.0","method":")";
constexpr ms silence_ms = 15'000;

std::int64_t number_after(string_view text, string_view key) {
    const std::size_t at = text.find(key);
    return at == text.npos ? 0 : std::atoll(string(text.substr(at + key.size(), 20)).c_str());
}

// The token in the id of a response: see maker::note(). SIZE_MAX if there is none.
std::size_t token_of(string_view json) {
    const std::size_t at = json.rfind(R"(,"id":)");
    if (at == json.npos || json.front() == '[') return SIZE_MAX;
    string_view id = json.substr(at + 6);
    if (id.starts_with("\"\\u0074")) id.remove_prefix(7);
    const std::size_t digit = id.find_first_of("0123456789");
    if (digit == id.npos) return SIZE_MAX;
    return static_cast<std::size_t>(std::atoll(string(id.substr(digit)).c_str()));
}

}  // namespace

string event_follower::begins(std::size_t token) {
    const called& c = (*all_->calls)[token];
    if (c.effect != called::events::begins) return "a call subscribes that cannot";
    const event_rules& rules = event_rows[c.row];
    const auto& published = all_->published->all[rules.topic];
    subscribed s{token, c.row, c.key, published.size(),
                 c.since == -1 ? static_cast<std::int64_t>(published.size()) : c.since,
                 {rules.full, all_->bounds->subscription_bytes_max}};
    if (c.since != -1) resume(s, static_cast<std::size_t>(c.since));
    waiting_.push_back(std::move(s));
    return "";
}

// It begins with the retained events after `since`, a number.
void event_follower::resume(subscribed& s, std::size_t since) {
    const auto& published = all_->published->all[event_rows[s.row].topic];
    const std::size_t count = published.size();
    if (since == 0 || since > count) s.gap = "null";
    else if (count - since > kept) s.gap = std::to_string(count - since - kept);
    if (!s.gap.empty()) return;
    for (std::size_t i = since; i < count; ++i) select(s, published[i], true);
}

void event_follower::select(subscribed& to, const events_model::published& event,
                            bool is_retained) {
    const taken_by_filter taken = filtered(to.key, event.key);
    if (taken == taken_by_filter::throws) to.model.end("filter");
    if (taken != taken_by_filter::yes) return;
    if (is_retained) to.model.begin_with(event);
    else to.model.offer(event);
}

std::size_t event_follower::count(std::size_t row) const {
    return static_cast<std::size_t>(std::count_if(
        all_subscribed_.begin(), all_subscribed_.end(),
        [&](const auto& each) { return each.second.row == row; }));
}

void event_follower::collected(bool at_once) {
    for (auto& [id, s] : all_subscribed_) {
        s.exact = s.exact && at_once;
        const std::size_t topic = event_rows[s.row].topic;
        const auto& published = all_->published->all[topic];
        for (std::size_t i = std::max(all_->published->collected[topic], s.begun);
             s.exact && i < published.size(); ++i)
            select(s, published[i], false);
    }
}

void event_follower::admit() {
    for (auto& [id, s] : all_subscribed_)
        if (event_rows[s.row].is_secret && all_->hides) s.model.revoke();
}

string event_follower::resting() const {
    for (const auto& [id, s] : all_subscribed_)
        if (s.exact && s.model.has_message())
            return "an event of subscription " + std::to_string(id) + " is forgotten";
    return "";
}

string event_follower::appended(string_view fresh) {
    only_events_ = mode_ != mode::http;
    has_events_ = false;
    if (fresh.empty()) return "";
    if (mode_ == mode::http)
        if (string wrong = begin_body(fresh); !wrong.empty()) return wrong;
    if (mode_ == mode::http) return "";
    if (is_over_) return "it appends to a stream that is over";
    string wrong = mode_ == mode::websocket ? frames(fresh) : parts(fresh);
    appended_at_ = all_->now;
    return wrong;
}

// Removes from `fresh` what precedes the frames or the body of a stream.
string event_follower::begin_body(string_view& fresh) {
    const auto begins_with = [&](string_view text) { return fresh.find(text) != fresh.npos; };
    if (begins_with("HTTP/1.1 101")) {
        mode_ = mode::websocket;
        fresh.remove_prefix(fresh.find("HTTP/1.1 101"));
    } else if (begins_with("Content-Type: text/event-stream\r\n")) {
        const bool is_chunked = begins_with("Transfer-Encoding: chunked\r\n");
        const asked& last = client_->sends.all.back();
        const string_view request(client_->sends.stream.data() + last.begin, last.head_end -
                                                                                 last.begin);
        if (is_chunked != (request.find("HTTP/1.0") == request.npos))
            return "a stream is in chunks over HTTP/1.0, or without them over HTTP/1.1";
        for (const char* line : {"Cache-Control: no-store\r\n", "X-Accel-Buffering: no\r\n"})
            if (!begins_with(line)) return string("a stream lacks ") + line;
        mode_ = is_chunked ? mode::chunked : mode::unchunked;
        fresh.remove_prefix(fresh.find("Content-Type: text/event-stream\r\n"));
    } else {
        return "";
    }
    fresh.remove_prefix(fresh.find("\r\n\r\n") + 4);
    only_events_ = false;
    return "";
}

string event_follower::frames(string_view fresh) {
    using kind = callbox::websocket::reader::event;
    callbox::limits none;
    none.request_bytes_max = INT32_MAX;
    callbox::websocket::reader reader(none, callbox::websocket::role::client);
    string bytes(fresh);
    while (reader.used() != bytes.size()) {
        const kind what = reader.feed(std::span(bytes));
        const string payload(reader.payload().begin(), reader.payload().end());
        if (what == kind::bad || what == kind::more) return "it appends a part of a frame";
        if (what == kind::close) closed();
        if (what != kind::message) {
            only_events_ = false;
            continue;
        }
        if (string wrong = message(payload); !wrong.empty()) return wrong;
    }
    return "";
}

// chunk = size CRLF data CRLF. Each message of a stream is a chunk; a message ends with an empty
// line, except for the first, "retry".
string event_follower::parts(string_view fresh) {
    while (!fresh.empty()) {
        std::size_t size = fresh.find(fresh.starts_with("retry") ? "\n" : "\n\n");
        size += fresh.starts_with("retry") ? 1 : 2;
        if (is_chunked()) {
            const std::size_t line = fresh.find("\r\n");
            if (line == fresh.npos || line == 0) return "no size of a chunk";
            const string digits(fresh.substr(0, line));
            char* end = nullptr;
            size = std::strtoul(digits.c_str(), &end, 16);
            if (*end != 0) return "it is not the size of a chunk: " + digits;
            fresh.remove_prefix(line + 2);
            if (fresh.size() < size + 2 || fresh.substr(size, 2) != "\r\n")
                return "a chunk does not have its size";
        }
        if (size > fresh.size() || (size < 3 && !is_chunked())) return "a message has no end";
        if (string wrong = part(fresh.substr(0, size)); !wrong.empty())
            return wrong + "\n    part: " + string(fresh.substr(0, size));
        fresh.remove_prefix(size + (is_chunked() ? 2 : 0));
        if (is_over_ && !fresh.empty()) return "bytes after the last chunk";
    }
    return "";
}

string event_follower::part(string_view text) {
    if (text == ":\n\n") {
        only_events_ = false;
        if (parts_ < 2) return "a comment before the response";
        return all_->now - appended_at_ >= silence_ms ? "" : "a comment before its time";
    }
    if (text.empty()) {
        only_events_ = false;
        is_over_ = true;
        if (parts_ < 2) return "the end before the response";
        return has_ended_ || all_->closing ? "" : "the stream ends without a reason";
    }
    if (parts_++ == 0) return text == "retry: 1000\n" ? "" : "a stream does not begin with retry";
    const bool is_data = text.starts_with("data: ") && text.ends_with("\n\n");
    if (!is_data) return "a message has no data";
    text = text.substr(6, text.size() - 8);
    if (text.find_first_of("\r\n") != text.npos) return "a line break in the data";
    if (text.starts_with(before_event) != (parts_ > 2))
        return parts_ > 2 ? "a second response" : "an event before the response";
    if (has_ended_) return "a message after the end of the subscription";
    return message(text);
}

string event_follower::message(string_view json) {
    string wrong;
    if (json.starts_with(before_progress)) {  // see websocket_follower
        only_events_ = false;
        has_events_ = true;
    } else if (json.starts_with(before_event)) {
        wrong = event(json);
        has_events_ = true;
    } else {
        only_events_ = false;
        wrong = response(json);
    }
    return wrong.empty() ? "" : wrong + "\n    message: " + string(json.substr(0, 500));
}

string event_follower::response(string_view json) {
    const std::size_t token = token_of(json);
    if (token >= all_->calls->size()) return "";
    const called& c = (*all_->calls)[token];
    if (c.effect == called::events::begins) {
        if (all_->hides && event_rows[c.row].is_secret)
            return json.starts_with(R"({"jsonrpc":"2.0","error":{"code":-32601,)")
                       ? ""
                       : "a hidden event is found";
        if (waiting_.empty() || waiting_.front().token != token) return "it did not subscribe";
        return begun(json);
    }
    if (c.effect != called::events::ends) return "";
    const bool was_there =
        c.ended != "x" && all_subscribed_.erase(std::atoll(c.ended.c_str())) != 0;
    const string_view wanted = was_there ? R"({"jsonrpc":"2.0","result":true,)"
                                         : R"({"jsonrpc":"2.0","result":false,)";
    return json.starts_with(wanted) ? "" : "the response is not " + string(wanted);
}

string event_follower::begun(string_view json) {
    subscribed s = std::move(waiting_.front());
    waiting_.pop_front();
    if (all_subscribed_.size() >= all_->bounds->subscriptions_max)
        return json.starts_with(R"({"jsonrpc":"2.0","error":{"code":-32005,)")
                   ? ""
                   : "it has too many subscriptions";
    const string cannot =
        R"({"jsonrpc":"2.0","error":{"code":-32007,"message":"Cannot resume","data":{"missed":)" +
        s.gap + "}}";
    if (!s.gap.empty()) return json.starts_with(cannot) ? "" : "the response is not " + cannot;
    const string wanted = R"({"jsonrpc":"2.0","result":")" + std::to_string(++last_id_) + "\",";
    if (!json.starts_with(wanted)) return "the response is not " + wanted;
    all_subscribed_.emplace(last_id_, std::move(s));
    return "";
}

string event_follower::event(string_view json) {
    const std::int64_t id = number_after(json, R"("subscription":")");
    const auto at = all_subscribed_.find(id);
    if (at == all_subscribed_.end()) return "an event without a subscription";
    subscribed& s = at->second;
    const bool is_end = json.find(R"(,"error":{"code":-32006,)") != json.npos;
    string wrong;
    if (s.exact) {
        if (!s.model.has_message()) return "an event that is not expected";
        const events_model::message m = s.model.next();
        if (m.reason.empty()) s.last = m.number;
        const string wanted = expected(s, id, m);
        if (wanted != json) wrong = "the message is not " + wanted;
    } else {
        wrong = loosely(s, json);
    }
    if (!is_end) return wrong;
    all_subscribed_.erase(at);
    has_ended_ = is_stream();
    return wrong;
}

string event_follower::expected(const subscribed& s, std::int64_t id,
                                const events_model::message& m) const {
    const event_rules& rules = event_rows[s.row];
    string text = string(before_event) + rules.name + R"(","params":{"subscription":")" +
                  std::to_string(id) + '"';
    if (!m.reason.empty())
        return text + R"(,"error":{"code":-32006,"message":"Subscription ended","data":{)"
                      R"("reason":")" + m.reason + R"(","missed":)" + std::to_string(m.missed) +
               "}}}}";
    if (rules.has_seq) text += R"(,"seq":)" + std::to_string(seq_of(m.number));
    if (m.missed != 0) text += R"(,"missed":)" + std::to_string(m.missed);
    return text + R"(,"result":)" + m.payload + "}}";
}

// Of a subscription for which the time of each event in the queue is unknown: its events are in
// order, and `missed` accounts for all of them unless only the newest is kept.
string event_follower::loosely(subscribed& s, string_view json) {
    const event_rules& rules = event_rows[s.row];
    const auto& published = all_->published->all[rules.topic];
    const std::int64_t missed = number_after(json, R"("missed":)");
    const auto matching = [&](std::int64_t from, std::int64_t to) {
        return std::count_if(published.begin() + from, published.begin() + to,
                             [&](const events_model::published& each) {
                                 return filtered(s.key, each.key) != taken_by_filter::no;
                             });
    };
    const auto last = static_cast<std::int64_t>(published.size());
    if (json.find(R"(,"error":{"code":-32006,)") != json.npos)
        return missed <= matching(0, last) ? "" : "more missed than published";
    const std::int64_t number = number_after(json, R"("result":{"number":)");
    if (number <= s.last || number > last) return "an event is not in order";
    const events_model::published& one = published[static_cast<std::size_t>(number - 1)];
    if (json.find(R"("result":)" + one.payload + "}}") == json.npos) return "another payload";
    if (filtered(s.key, one.key) != taken_by_filter::yes) return "the filter does not take it";
    const std::int64_t between = matching(s.last, number - 1);
    s.last = number;
    if (rules.full == events_model::policy::latest) return missed == 0 ? "" : "missed";
    const bool may_have_ended =
        std::any_of(published.begin() + number, published.end(), [&](const auto& each) {
            return filtered(s.key, each.key) == taken_by_filter::throws;
        });
    if (missed == 0 && may_have_ended) return "";  // its end reports them
    return between == missed ? "" : "missed is not " + std::to_string(between);
}

}  // namespace simulate
