// A model of how a server reads the bytes of one client: as a series of messages, with the models
// of heads and chunks. And a judge that compares the answers with it.
#pragma once

#include "chunks_model.hpp"
#include "head_model.hpp"
#include "input.hpp"
#include "support/transcript.hpp"

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
    // answer(body) returns the JSON-RPC response to a body; excuses(body) whether that answer is
    // allowed instead.
    template <class Answer, class Excuses>
    judge(std::string_view seen, std::string received, const callbox::limits& bounds,
          Answer answer, Excuses excuses)
        : seen_(seen), received_(std::move(received)), bounds_(bounds) {
        while (next()) {
            if (!now_.is_call() || (answer_.status != 200 && answer_.status != 204)) continue;
            const std::string wanted = answer(now_.body);
            if (excuses(answer_.body)) continue;
            expect(answer_.body == wanted, "the answer is to this request", answer_.body, wanted);
            expect((answer_.status == 204) == wanted.empty(), "204 is for notifications only");
        }
    }
    // Requires: everything was sent and seen, and all answers were read.
    void check_end() {
        expect(received_.empty(), "the last answer is complete", received_);
        if (last_) return;
        const message left = read_message(seen_, bounds_);
        expect(!left.head.begun, "every request is answered", seen_);
    }

private:
    // Reads the next final answer. False if there is no complete one.
    bool next();
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
