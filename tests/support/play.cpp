// Plays the steps of a conversation and judges the answers. The peer moves the bytes.
#include "play.hpp"

#include "transcript.hpp"

#include <algorithm>

namespace wire {
namespace {

class player {
public:
    player(const conversation& said, peer& server, cut how)
        : said_(&said), server_(&server), how_(how) {}
    std::string all();

private:
    std::string one(const step& s);
    std::string next_answer(const step& s);
    std::string holds(const step& s) const;
    std::string nothing_more(bool may_reset = false);
    void flush();
    std::string wrong(const std::string& expected, const std::string& got) const;

    const conversation* said_;
    peer* server_;
    cut how_;
    std::size_t line_ = 0;
    std::string unsent_;
    std::size_t sent_ = 0;
    std::string inbox_;
    answer answer_;
    bool ended_ = false;
    bool closed_ = false;
};

std::string player::all() {
    for (const step& s : said_->steps) {
        line_ = s.line;
        if (std::string fault = one(s); !fault.empty()) return fault;
    }
    flush();
    if (closed_) return "";
    // A client that has sent its last must get no more.
    if (!ended_) server_->end();
    return nothing_more();
}

std::string player::one(const step& s) {
    if (s.what == act::send) {
        unsent_ += s.text;
        return "";
    }
    flush();
    switch (s.what) {
    case act::status: return next_answer(s);
    case act::end:
        ended_ = true;
        server_->end();
        return "";
    case act::wait: server_->wait(s.number); return "";
    case act::closed: closed_ = true; return nothing_more();
    case act::gone: closed_ = true; return nothing_more(true);
    default: return holds(s);
    }
}

void player::flush() {
    std::string_view rest = unsent_;
    while (!rest.empty()) {
        std::size_t piece = rest.size();
        if (how_.everywhere) piece = 1;
        if (how_.at > sent_) piece = std::min(piece, how_.at - sent_);
        server_->send(rest.substr(0, piece));
        sent_ += piece;
        rest.remove_prefix(piece);
    }
    unsent_.clear();
}

std::string player::next_answer(const step& s) {
    const std::string expected = "status " + std::to_string(s.number);
    std::string fault;
    for (;;) {
        const taken got = take_answer(inbox_, s.to_head, answer_, fault);
        if (got == taken::bad) return wrong("an answer as it should be, " + expected, fault);
        if (got == taken::done) break;
        switch (server_->receive(inbox_)) {
        case peer::arrival::bytes: break;
        case peer::arrival::quiet: return wrong(expected, "silence after " + shown(inbox_));
        case peer::arrival::closed: return wrong(expected, "the end after " + shown(inbox_));
        case peer::arrival::broken: return wrong(expected, "a reset after " + shown(inbox_));
        }
    }
    if (answer_.status == s.number) return "";
    return wrong(expected, "status " + std::to_string(answer_.status) + " " + shown(answer_.body));
}

// Checks what a line says about the last answer.
std::string player::holds(const step& s) const {
    const std::string* field = answer_.field(s.name);
    switch (s.what) {
    case act::field:
        if (field && is_like(*field, s.text)) return "";
        return wrong(s.name + ": " + s.text, field ? *field : "no such field");
    case act::no_field: return field ? wrong("no " + s.name, *field) : "";
    case act::body_unlike:
        return is_like(answer_.body, s.text) ? wrong("not " + s.text, answer_.body) : "";
    case act::body: return answer_.body == s.text ? "" : wrong(s.text, answer_.body);
    default: return is_like(answer_.body, s.text) ? "" : wrong(s.text, answer_.body);
    }
}

std::string player::nothing_more(bool may_reset) {
    peer::arrival last = peer::arrival::bytes;
    while (last == peer::arrival::bytes && inbox_.empty()) last = server_->receive(inbox_);
    if (!inbox_.empty()) return wrong("the end", inbox_);
    if (last == peer::arrival::quiet) return wrong("the end", "a connection that stays open");
    return last == peer::arrival::broken && !may_reset ? wrong("the end", "a reset") : "";
}

std::string player::wrong(const std::string& expected, const std::string& got) const {
    std::string cut_where;
    if (how_.everywhere) cut_where = ", byte by byte";
    if (how_.at != cut::nowhere) cut_where = ", cut at byte " + std::to_string(how_.at);
    return said_->file + ":" + std::to_string(line_) + ": " + said_->title + cut_where +
           "\n    expected: " + shown(expected) + "\n    got:      " + shown(got);
}

}  // namespace

std::string play(const conversation& said, peer& server, cut how) {
    return player(said, server, how).all();
}

}  // namespace wire
