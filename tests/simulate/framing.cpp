// Generates the frames of a client: valid messages, pings, a close frame or a violation.
#include "framing.hpp"

#include "support/frames.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace simulate {

namespace {

using std::string;

struct violation {
    string frame;
    int code;
};
const violation violations[] = {
    {frames::frame(0x82, "binary"), 1003},
    {frames::frame(0x81, "[\"\xc3\x28\"]"), 1007},
    {frames::frame(0x81, "[]", 0, ""), 1002},
    {frames::frame(0xc1, "[]"), 1002},
    {frames::frame(0x80, "[]"), 1002},
    {frames::frame(0x83, "[]"), 1002},
    {frames::frame(0x09, "x"), 1002},
    {frames::frame(0x89, string(126, 'x')), 1002},
    {frames::frame(0x81, "[]", 2), 1002},
    {frames::close(1005), 1002},
};

class framer {
public:
    framer(chance& luck, ledger& calls, const callbox::limits& bounds)
        : luck_(luck), calls_(calls), bounds_(bounds) {}

    plan all(std::vector<message> messages);

private:
    void send(const message& one);
    void ping();
    void end();
    void add(const string& bytes, asked one);

    chance& luck_;
    ledger& calls_;
    const callbox::limits& bounds_;
    bool over_ = false;
    plan made_;
};

plan framer::all(std::vector<message> messages) {
    add("GET /api HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
            string(authorization) + "\r\n",
        {.status = 101});
    made_.all[0].head_end = made_.all[0].end;
    const std::size_t last = luck_.one_in(2) ? luck_.below(messages.size()) : messages.size();
    for (std::size_t i = 0; i < messages.size(); ++i) {
        if (i == last) end();
        if (luck_.one_in(6)) ping();
        send(messages[i]);
    }
    if (luck_.one_in(3)) end();
    return std::move(made_);
}

void framer::add(const string& bytes, asked one) {
    if (one.begin == 0) one.begin = made_.stream.size();
    made_.stream += bytes;
    one.end = made_.stream.size();
    if (over_) one.part = asked::role::ignored;
    over_ = over_ || one.code != 0;
    made_.all.push_back(std::move(one));
}

void framer::ping() {
    const string payload = std::to_string(made_.all.size());
    add(frames::ping(payload), {.begins = payload, .part = asked::role::ping});
}

void framer::end() {
    static constexpr int codes[] = {1000, 1001, 1011, 1014, 3000, 4999};
    if (luck_.one_in(2)) {
        const violation& v = violations[luck_.below(std::size(violations))];
        return add(v.frame, {.part = asked::role::violation, .code = v.code});
    }
    if (luck_.one_in(4))
        return add(frames::frame(0x88, ""), {.part = asked::role::close, .code = 1005});
    const int code = codes[luck_.below(std::size(codes))];
    add(frames::close(static_cast<unsigned>(code), luck_.one_in(2) ? "" : "a reason"),
        {.part = asked::role::close, .code = code});
}

void framer::send(const message& one) {
    const bool is_too_long = one.text.size() > bounds_.request_bytes_max;
    asked expected = one.expected;
    expected.part = asked::role::message;
    expected.begin = made_.stream.size();
    if (is_too_long) expected = {.begin = expected.begin, .part = asked::role::violation,
                                 .code = 1009};
    const bool is_forbidden = over_ || is_too_long;
    string frame;
    std::size_t at = 0;
    for (bool is_first = true; is_first || at < one.text.size(); is_first = false) {
        made_.stream += frame;
        if (!is_first && !is_too_long && luck_.one_in(4)) ping();
        const std::size_t left = one.text.size() - at;
        const std::size_t count = luck_.one_in(3) ? std::min(left, luck_.scaled(left)) : left;
        const bool is_last = at + count == one.text.size();
        const string key{static_cast<char>(luck_.below(256)), 'b', 'c', 'd'};
        frame = frames::frame((is_first ? 1u : 0u) | (is_last ? 0x80u : 0u),
                              std::string_view(one.text).substr(at, count), 0, key);
        at += count;
        if (is_last) break;
    }
    for (const std::size_t c : one.expected.calls) {
        calls_[c].request = made_.all.size();
        calls_[c].forbidden = is_forbidden;
    }
    add(frame, std::move(expected));
}

}  // namespace

plan framed(chance& luck, ledger& calls, const callbox::limits& bounds,
            std::vector<message> messages) {
    return framer(luck, calls, bounds).all(std::move(messages));
}

}  // namespace simulate
