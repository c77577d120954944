// Sends random requests and compares the answers with the expected ones.
#include "traffic.hpp"

#include "support/messages.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace soak {

namespace {

using made_up::answered, made_up::notified, made_up::posted, made_up::sent;

struct exchange {
    std::string sent;
    std::string got;
};

exchange sum(const client& c) {
    const std::size_t a = c.chance.roll(1'000'000);
    const std::string id = std::to_string(c.chance.roll(1'000'000));
    return {sent("math.add", "[" + std::to_string(a) + ",1]", id),
            answered(std::to_string(a + 1), id)};
}

exchange greeting(const client& c, std::size_t length_min, std::size_t length_max) {
    const std::string name(c.chance.between(length_min, length_max),
                           static_cast<char>('a' + c.chance.roll(26)));
    return {sent("greeting.hello", "{\"name\":\"" + name + "\"}"),
            answered("\"Hello, " + name + "!\"")};
}

void kept(const client& c) {
    talk over = c.connect();
    for (std::size_t i = c.chance.between(1, 200); i != 0; --i) {
        const exchange what = sum(c);
        (void)over.send(posted(what.sent));
        c.expect_answer(over, what.got);
    }
}

void fresh(const client& c) {
    talk over = c.connect();
    const exchange what = sum(c);
    (void)over.send(posted(what.sent, "Connection: close\r\n"));
    c.expect_answer(over, what.got);
    c.expect(over.ends(), "more bytes or a reset");
}

void pipeline(const client& c) {
    talk over = c.connect();
    std::string all;
    std::vector<std::string> wanted;
    for (std::size_t i = c.chance.between(2, 150); i != 0; --i) {
        const exchange what = sum(c);
        all += posted(what.sent);
        wanted.push_back(what.got);
    }
    (void)over.sends(all, c.chance.between(100, 20'000), 100);
    for (const std::string& each : wanted) c.expect_answer(over, each);
}

void batch(const client& c) {
    talk over = c.connect();
    for (int round = 0; round < 5; ++round) {
        std::string all, got;
        for (std::size_t i = c.chance.between(1, 300); i != 0; --i) {
            const exchange what = sum(c);
            all += (all.empty() ? "[" : ",") + what.sent;
            got += (got.empty() ? "[" : ",") + what.got;
            if (c.chance.roll(3) == 0) all += "," + notified("ping", "[]");
        }
        (void)over.send(posted(all + "]"));
        c.expect_answer(over, got + "]");
    }
}

// Errors of every kind, on a connection that stays open.
void errors(const client& c) {
    talk over = c.connect();
    const struct { const char* sent; const char* code; } all[] = {
        {"{\"jsonrpc\":", "-32700"},
        {R"({"jsonrpc":"1.0","method":"ping","id":1})", "-32600"},
        {R"({"jsonrpc":"2.0","method":"math.ad","id":1})", "-32601"},
        {R"({"jsonrpc":"2.0","method":"math.add","params":[true,{}],"id":1})", "-32602"},
        {R"({"jsonrpc":"2.0","method":"math.add","params":{"c":[1]},"id":1})", "-32602"},
        {R"({"jsonrpc":"2.0","method":"slow.fail","id":1})", "-32603"},
        {R"({"jsonrpc":"2.0","method":"math.add","params":[9223372036854775807,1],"id":1})", "1"},
        {"[]", "-32600"},
    };
    for (const auto& each : all) {
        (void)over.send(posted(each.sent));
        const wire::answer got = over.read();
        const bool right = got.status == 200 &&
                           got.body.starts_with("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":") &&
                           got.body.find(std::string(":") + each.code + ",") != got.body.npos;
        c.expect(right, got.body);
    }
    (void)over.send(posted(notified("ping", "[]")));
    c.expect(over.read().status == 204);
}

void chunks(const client& c) {
    talk over = c.connect();
    const exchange what = greeting(c, 0, 30'000);
    std::string all =
        "POST /api HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (std::string_view rest = what.sent; !rest.empty();) {
        const std::string_view next = rest.substr(0, c.chance.between(1, 5000));
        char size[20];
        (void)std::snprintf(size, sizeof size, "%zx", next.size());
        all.append(size).append(c.chance.roll(2) == 0 ? "\r\n" : ";a=\"b\"\r\n");
        all.append(next).append("\r\n");
        rest.remove_prefix(next.size());
    }
    all += c.chance.roll(2) == 0 ? "0\r\n\r\n" : "0\r\nX-Trailer: a\r\n\r\n";
    (void)over.sends(all, c.chance.between(200, 5000), 200);
    c.expect_answer(over, what.got);
}

void slow_reader(const client& c) {
    talk over = c.connect();
    const exchange what = greeting(c, 100'000, 900'000);
    (void)over.send(posted(what.sent));
    c.expect_answer(over, what.got, c.chance.between(5'000, 60'000), 2'000);
}

void slow_writer(const client& c) {
    talk over = c.connect();
    const exchange what = sum(c);
    (void)over.sends(posted(what.sent), c.chance.between(1, 9), 1'000);
    c.expect_answer(over, what.got);
}

void refused(const client& c) {
    const struct { const char* sent; int status; } all[] = {
        {"\r\nPOST  /api HTTP/1.1\r\n", 400},
        {"POST /api HTTP/1.1\r\nHost : a\r\n", 400},
        {"POST /api HTTP/1.1\nHost: a\n", 400},
        {"POST /api HTTP/2.0\r\nHost: a\r\n", 505},
        {"POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000000\r\n", 413},
        {"POST /api HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n", 501},
        {"POST /api HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", 400},
        {"POST /api HTTP/1.1\r\n\r\n", 400},
        {"\x16\x03\x01 a client of another protocol", 400},
    };
    const auto& each = all[c.chance.roll(std::size(all))];
    talk over = c.connect();
    (void)over.send(std::string(each.sent) + "\r\n");
    if (c.chance.roll(2) == 0) (void)over.peer().offer(std::string(100'000, 'x'));
    const wire::answer got = over.read();
    c.expect(got.status == each.status, std::to_string(got.status) + " for " + each.sent);
    c.expect(over.ends(), "more bytes or a reset");
}

// A part of a request or all of it; the client disconnects without waiting for the answer.
void aborted(const client& c) {
    for (int i = 0; i < 10; ++i) {
        talk over = c.connect();
        const bool waits = c.chance.roll(3) == 0;
        const std::string all =
            posted(waits ? sent("slow.echo", R"([20,"a"])")
                       : (c.chance.roll(2) == 0 ? sum(c) : greeting(c, 1, 500'000)).sent);
        (void)over.peer().offer(std::string_view(all).substr(0, c.chance.roll(all.size() + 1)));
        if (c.chance.roll(2) == 0) (void)over.peer().read(2, 1);
        if (c.chance.roll(2) == 0) over.peer().reset();
    }
}

// The client sends no more, but waits for its answers.
void half_closed(const client& c) {
    talk over = c.connect();
    const exchange what = sum(c);
    const bool waits = c.chance.roll(2) == 0;
    (void)over.send(posted(what.sent) +
                    (waits ? posted(sent("slow.echo", R"([3,"later"])", "5")) : std::string()));
    over.peer().end();
    c.expect_answer(over, what.got);
    if (waits) c.expect_answer(over, answered("\"later\"", "5"));
    c.expect(over.ends(), "more bytes or a reset");
}

// Blocking methods among others: answers are in the order of the connection.
void blocking(const client& c) {
    talk over = c.connect();
    std::string all;
    std::vector<std::string> wanted;
    for (std::size_t i = 0; i < 8; ++i) {
        const exchange what = sum(c);
        const std::string text(c.chance.between(1, 3000), 'x');
        const std::string ms = std::to_string(c.chance.roll(4)), id = std::to_string(i);
        all += posted(sent("slow.echo", "[" + ms + ",\"" + text + "\"]", id)) + posted(what.sent);
        wanted.insert(wanted.end(), {answered("\"" + text + "\"", id), what.got});
    }
    (void)over.send(all);
    for (const std::string& each : wanted) c.expect_answer(over, each);
}

// A head that never ends is answered 408, and its connection ends.
void stalled(const client& c) {
    talk over = c.connect();
    (void)over.send("POST /api HTTP/1.1\r\nHost: local");
    const wire::answer got = over.read();
    c.expect(got.status == 408, std::to_string(got.status));
    c.expect(over.ends(), "more bytes or a reset");
}

void pages(const client& c) {
    talk over = c.connect();
    for (const char* const path : {"/api/openrpc.json", "/api/browse", "/livez", "/readyz"}) {
        (void)over.send(std::string("GET ") + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        const wire::answer got = over.read();
        c.expect(got.status == 200, path);
    }
    (void)over.send("GET /none HTTP/1.1\r\nHost: localhost\r\n\r\n");
    c.expect(over.read().status == 404);
}

constexpr kind_of_traffic all[] = {
    {"calls over a connection that is kept", kept},
    {"a connection for each call", fresh},
    {"pipelines", pipeline},
    {"batches", batch},
    {"errors", errors},
    {"chunks", chunks},
    {"slow readers of large answers", slow_reader},
    {"slow writers", slow_writer},
    {"malformed and refused heads", refused},
    {"aborted requests", aborted},
    {"half-closed connections", half_closed},
    {"blocking methods", blocking},
    {"heads that stall", stalled},
    {"pages", pages},
};

}  // namespace

const std::span<const kind_of_traffic> traffic(all);

void findings::expect(bool holds, std::string_view kind, std::string_view got) {
    if (holds || ++count_ > 10) return;
    const std::lock_guard held(mutex_);
    const std::string_view shown = got.substr(0, 300);
    std::printf("  WRONG: %.*s: got %.*s\n", static_cast<int>(kind.size()), kind.data(),
                static_cast<int>(shown.size()), shown.data());
}

void client::expect_answer(talk& over, const std::string& body, std::size_t piece,
                           unsigned pause_us) const {
    const wire::answer got = over.read(piece, pause_us);
    expect(got.status == 200 && got.body == body,
           got.status == 0 ? "no answer" : std::to_string(got.status) + " " + got.body);
}

}  // namespace soak
