// A model of how a server reads the bytes of one client: as a series of messages, with the models
// of heads and chunks. And a judge that compares the answers with it, and decodes event streams.
#pragma once

#include "chunks_model.hpp"
#include "event_stream_model.hpp"
#include "head_model.hpp"
#include "input.hpp"
#include "support/transcript.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace fuzz {

struct message {
    struct head head = {};
    std::string body = {};
    std::size_t bytes = 0;
    bool whole = false;
    bool unsure = false;  // close enough to a limit to be refused

    bool is_call() const {
        return head.method == "POST" && (head.path == "/api" || head.path == "/api/");
    }
    // Names the type of event streams in Accept, with a weight other than 0.
    bool accepts_events() const {
        const auto accept = head.fields.find("accept");
        if (accept == head.fields.end()) return false;
        for (std::string_view rest = accept->second; !rest.empty();
             rest = detail::after(rest, ",")) {
            const std::string range = detail::lower(detail::before(rest, ","));
            if (detail::trimmed(detail::before(range, ";")) != "text/event-stream") continue;
            if (!has_weight_0(detail::after(range, ";"))) return true;
        }
        return false;
    }

private:
    // Of the first weight.
    static bool has_weight_0(std::string_view rest) {
        for (; !rest.empty(); rest = detail::after(rest, ";")) {
            const std::string_view one = detail::trimmed(detail::before(rest, ";"));
            if (one.size() < 3 || !one.starts_with("q=")) continue;
            return one.find_first_not_of("0.", 2) == one.npos;
        }
        return false;
    }
};

inline message read_message(std::string_view text, const callbox::limits& bounds) {
    message m{.head = read_head(text, bounds)};
    if (m.head.what != head::outcome::done) return m;
    const std::string_view rest = text.substr(m.head.bytes);
    if (m.head.chunked) {
        chunks_reader chunks(rest, bounds);
        m.whole = chunks.read() == chunks_reader::outcome::done;
        m.unsure = chunks.is_near_limit();
        m.body = chunks.data();
        m.bytes = m.head.bytes + chunks.used();
    } else {
        const std::uint64_t length = m.head.content_length;
        m.whole = length <= bounds.request_bytes_max && length <= rest.size();
        m.body = rest.substr(0, length);
        m.bytes = m.head.bytes + m.body.size();
    }
    return m;
}

// Reads all answers and compares each with the message that it answers, among the bytes that the
// server has seen.
class judge {
public:
    // answer(message) returns the JSON-RPC response to a message; excuses(got, wanted) whether that
    // answer is allowed instead.
    template <class Answer, class Excuses>
    judge(std::string_view seen, std::string received, const callbox::limits& bounds,
          Answer answer, Excuses excuses)
        : seen_(seen), received_(std::move(received)), bounds_(bounds) {
        while (next()) {
            if (!now_.is_call() || (answer_.status != 200 && answer_.status != 204)) continue;
            const std::string wanted = answer(now_);
            if (excuses(answer_.body, wanted)) continue;
            expect(answer_.body == wanted, "the answer is to this request", answer_.body, wanted);
            expect((answer_.status == 204) == wanted.empty(), "204 is for notifications only");
        }
    }
    // Requires: everything was sent and seen, and all answers were read.
    void check_end() {
        if (!events.empty()) return;
        expect(received_.empty(), "the last answer is complete", received_);
        if (last_) return;
        const message left = read_message(seen_, bounds_);
        expect(!left.head.begun, "every request is answered", seen_);
    }

    std::vector<std::string> events;  // of the stream at the end, with the response
    bool is_stream_complete = false;

private:
    // Reads the next final answer. False if there is no complete one.
    bool next();
    bool take_stream(std::size_t head_bytes);
    void check_status();

    std::string_view seen_;
    std::string received_;
    const callbox::limits& bounds_;
    message now_;
    wire::answer answer_;
    bool last_ = false;
    bool continued_ = false;  // 100 was sent
};

inline bool judge::next() {
    now_ = read_message(seen_, bounds_);
    const bool to_head = now_.head.what == head::outcome::done && now_.head.method == "HEAD";
    const std::size_t head_end = received_.find("\r\n\r\n");
    const std::size_t type = received_.find("\r\nContent-Type: text/event-stream\r\n");
    if (type < head_end && head_end != received_.npos) return take_stream(head_end + 4);
    std::string problem;
    const wire::taken got = wire::take_answer(received_, to_head, answer_, problem);
    expect(got != wire::taken::bad, "an answer is well-formed", problem);
    if (got == wire::taken::more) return false;
    expect(!last_, "nothing follows the last answer", answer_.body);
    if (answer_.status == 100) {
        expect(now_.head.expects && !continued_, "100 is sent once, if the client expects it");
        return continued_ = true, next();
    }
    continued_ = false;
    const std::string* connection = answer_.field("connection");
    last_ = connection != nullptr && *connection == "close";
    check_status();
    seen_.remove_prefix(now_.bytes);
    return true;
}

// A stream is the last response. It begins with the retry time and the response to the call.
inline bool judge::take_stream(std::size_t head_bytes) {
    const std::string head = received_.substr(0, head_bytes);
    const bool is_chunked = head.find("\r\nTransfer-Encoding: chunked\r\n") != head.npos;
    const auto has = [&](const char* text) { return head.find(text) != head.npos; };
    expect(!last_, "no stream follows the last answer", head);
    expect(now_.whole && now_.is_call() && now_.accepts_events(), "a stream answers a call", seen_);
    expect(head.starts_with("HTTP/1.1 200 OK\r\n") && has("\r\nCache-Control: no-store\r\n") &&
               !has("\r\nContent-Length:") && is_chunked != now_.head.version_1_0,
           "a stream has its head", head);
    std::string text = received_.substr(head_bytes);
    if (is_chunked) {
        callbox::limits any;
        any.request_bytes_max = any.header_bytes_max = SIZE_MAX;
        chunks_reader chunks(text, any);
        const auto what = chunks.read();
        expect(what != chunks_reader::outcome::bad, "a stream consists of chunks", text);
        is_stream_complete = what == chunks_reader::outcome::done;
        expect(!is_stream_complete || chunks.used() == text.size(),
               "nothing follows the last chunk", text);
        text = chunks.data();
    }
    const event_stream got = read_event_stream(text);
    if (!is_chunked) is_stream_complete = got.at_end;
    // That of deferred calls has reports and comments before the response.
    const auto begins = [&](const char* with) { return text.starts_with(with); };
    expect(text.empty() || begins("retry: 1000\ndata: ") || begins("data: ") || begins(":\n\n"),
           "a stream begins in order", text);
    expect(got.others == 0 && got.retries <= 1, "a stream has only known lines", text);
    expect(got.at_end || !is_stream_complete, "the last event is whole", text);
    events = got.events;
    const auto is_report = [](const std::string& each) {
        return each.starts_with(R"({"jsonrpc":"2.0","method":"rpc.progress","params":{"id":)");
    };
    events.erase(events.begin(), std::ranges::find_if_not(events, is_report));
    received_.clear();
    last_ = true;
    answer_ = {.status = 200, .body = events.empty() ? "" : events.front()};
    return !events.empty();
}

inline void judge::check_status() {
    const int status = answer_.status;
    const std::string& body = answer_.body;
    const bool refuses = last_ && status >= 400;
    if (!now_.whole) return expect(refuses, "an invalid request is refused and ends the connection",
                                   body);
    if (refuses && now_.unsure) return;
    if (!now_.head.keep_alive) expect(last_, "the connection ends on request", body);
    if (now_.is_call())
        return expect(status == 200 || status == 204 || status == 403 || status == 415,
                      "a call is answered or refused", body);
    expect(status == 200 || status == 204 || status == 304 || status == 403 || status == 404 ||
               status == 405 || status == 503,
           "other requests have an allowed status", body);
}

}  // namespace fuzz
