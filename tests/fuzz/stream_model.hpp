// What a server makes of all that one client sends: messages one after the other, by the models of
// heads and of chunks. And a judge, who reads what came back against it.
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
    bool unsure = false;  // so near to a limit that it may be refused

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

// Reads answers from the first to the last, each against the message that it answers, in what the
// server has seen.
class judge {
public:
    // `answer` says by what JSON-RPC message a body is answered; `excuses` whether another body may
    // stand in its place.
    template <class Answer, class Excuses>
    judge(std::string_view seen, std::string received, const callbox::limits& bounds,
          Answer answer, Excuses excuses)
        : seen_(seen), received_(std::move(received)), bounds_(bounds) {
        while (next()) {
            if (!now_.is_call() || (answer_.status != 200 && answer_.status != 204)) continue;
            const std::string wanted = answer(now_.body);
            if (excuses(answer_.body)) continue;
            expect(answer_.body == wanted, "the answer is to this request", answer_.body, wanted);
            expect((answer_.status == 204) == wanted.empty(), "204 is for notifications alone");
        }
    }
    // Requires: all was sent and seen, and all answers were taken.
    void check_end() {
        expect(received_.empty(), "no answer is cut off", received_);
        if (last_) return;
        const message left = read_message(seen_, bounds_);
        expect(!left.head.begun, "every request is answered", seen_);
    }

private:
    // Takes the next final answer. False: there is none that is whole.
    bool next();
    void check_status();

    std::string_view seen_;
    std::string received_;
    const callbox::limits& bounds_;
    message now_;
    wire::answer answer_;
    bool last_ = false;
    bool goes_on_ = false;  // was told 100
};

inline bool judge::next() {
    now_ = read_message(seen_, bounds_);
    const bool to_head = now_.head.what == head::outcome::done && now_.head.method == "HEAD";
    std::string fault;
    const wire::taken got = wire::take_answer(received_, to_head, answer_, fault);
    expect(got != wire::taken::bad, "an answer is as answers are", fault);
    if (got == wire::taken::more) return false;
    expect(!last_, "nothing is behind the last answer", answer_.body);
    if (answer_.status == 100) {
        expect(now_.head.expects && !goes_on_, "who expects it is told to go on, once");
        return goes_on_ = true, next();
    }
    goes_on_ = false;
    const std::string* connection = answer_.field("connection");
    last_ = connection != nullptr && *connection == "close";
    check_status();
    seen_.remove_prefix(now_.bytes);
    return true;
}

inline void judge::check_status() {
    const int status = answer_.status;
    const std::string& told = answer_.body;
    const bool refuses = last_ && status >= 400;
    if (!now_.whole) return expect(refuses, "what is no request is refused, and that is the end",
                                   told);
    if (refuses && now_.unsure) return;
    if (!now_.head.keep_alive) expect(last_, "who wants the end gets it", told);
    if (now_.is_call())
        return expect(status == 200 || status == 204 || status == 403 || status == 415,
                      "a call has an answer, or is refused", told);
    expect(status == 200 || status == 204 || status == 304 || status == 403 || status == 404 ||
               status == 405 || status == 503,
           "any other request has the status that it may have", told);
}

}  // namespace fuzz
