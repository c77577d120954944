// Generates random requests, valid and malformed, with the expected responses.
#include "maker.hpp"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <utility>

namespace simulate {

namespace {

using std::string;
using std::to_string;

struct refusal {
    const char* text;
    int status;
};
// Complete but malformed heads.
constexpr refusal refusals[] = {
    {"GET / HTTP/1.1\r\n\r\n", 400},
    {"POST /api HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},
    {"POST /api HTTP/1.1\nHost : localhost\r\n\r\n", 400},
    {"POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
     400},
    {"POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
     "Transfer-Encoding: chunked\r\n\r\n", 400},
    {"POST /api HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n", 501},
    {"POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n", 413},
    {"GET / HTTP/2.0\r\nHost: localhost\r\n\r\n", 505},
    {"\x16\x03\x01 / HTTP/1.1\r\n\r\n", 400},
    {"POST /api HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400},
    {"POST /api HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc", 400},
};

}  // namespace

plan maker::all(manner mode) {
    frames_ = mode == manner::websocket || mode == manner::subscriber || mode == manner::crowd;
    std::size_t count = mode == manner::one_call ? 1 : 1 + luck_.scaled(8);
    if (mode == manner::flood_small) count = 150 + luck_.below(700);
    if (mode == manner::flood_batches) count = 20 + luck_.below(80);
    if (frames_ && luck_.one_in(8)) count = 100 + luck_.below(200);
    if (mode == manner::crowd) count = 100 + luck_.below(150);
    if (mode == manner::stream) count = luck_.scaled(3);
    for (std::size_t i = 0; i < count; ++i) {
        if (mode == manner::flood_small) small();
        else if (mode == manner::flood_batches) batch(bounds_.batch_length_max);
        else if (mode == manner::one_call) post(call(), {.is_call = true}, true);
        else if (mode == manner::crowd && !luck_.one_in(30)) subscribe();
        else if (mode == manner::subscriber && luck_.one_in(2)) event_message();
        else if (frames_) framed_message();
        else mixed(i + 1 == count && mode != manner::stream);
    }
    if (mode == manner::stream) stream();
    if (frames_) return framed(luck_, calls_, bounds_, std::move(messages_));
    return std::move(made_);
}

void maker::mixed(bool last) {
    named_.clear();
    switch (luck_.below(29)) {
    case 0: return refused();
    case 1: return denied();
    case 2: return wrong_body();
    case 3: return small();
    case 4: case 5: case 6: return batch(1 + luck_.scaled(bounds_.batch_length_max + 2));
    case 7: case 8: case 9: case 10: case 11: return tool(last);
    default: return post(call(), {.is_call = true}, last);
    }
}

void maker::framed_message() {
    named_.clear();
    switch (luck_.below(12)) {
    case 0: return wrong_body();
    case 1: return post(R"({"jsonrpc":"2.0","result":1,"id":1})", {.status = 204}, false);
    case 2: case 3: return batch(1 + luck_.scaled(bounds_.batch_length_max + 2));
    default: return post(call(), {.is_call = true}, false);
    }
}

void maker::small() {
    asked one{.begins = "{"};
    if (luck_.one_in(4)) one.readiness = true;
    send(one.readiness ? "GET /readyz HTTP/1.1\r\nHost: a.localhost\r\n\r\n"
                       : "GET /livez HTTP/1.1\r\nHost: [::1]\r\n\r\n", "", one);
    made_.all.back().begins.clear();
}

void maker::batch(std::size_t length) {
    named_.clear();
    string body = "[";
    const std::size_t first = calls_.size();
    for (std::size_t i = 0; i < length; ++i) body += (i == 0 ? "" : ",") + call(true);
    body += "]";
    std::size_t sum = 0;
    for (std::size_t i = first; i < calls_.size(); ++i) sum += calls_[i].wanted.size() + 200;
    for (std::size_t i = first; i < calls_.size(); ++i)
        calls_[i].too_large = calls_[i].too_large || sum > bounds_.response_bytes_max;
    asked one{.batch = true, .is_call = true};
    if (length > bounds_.batch_length_max) {
        for (std::size_t i = first; i < calls_.size(); ++i) calls_[i].forbidden = true;
        named_.clear();
        one.batch = one.is_call = false;
        one.begins = R"({"jsonrpc":"2.0","error":{"code":-32600)";
    }
    post(body, one, false);
}

// A request that closes its connection: nothing after it is read as a request.
void maker::refused() {
    const refusal& r = refusals[luck_.below(std::size(refusals))];
    asked one{.status = r.status, .closes = true, .refused = true};
    one.begins = R"({"jsonrpc":"2.0","error":)";
    if (luck_.one_in(5)) {
        one.status = 414;
        return send("GET /" + string(bounds_.target_bytes_max, 'x') + " HTTP/1.1\r\n\r\n", "", one);
    }
    if (luck_.one_in(5)) {
        one.status = 431;
        return send("GET / HTTP/1.1\r\nX: " + string(bounds_.header_bytes_max, 'x') + "\r\n\r\n",
                    "", one);
    }
    send(r.text, "", one);
}

void maker::denied() {
    const bool post = luck_.one_in(2);
    asked one{.status = post ? 415 : 404};
    one.begins = R"({"jsonrpc":"2.0","error":)";
    const string body = post ? "{}" : "";
    string head = post ? "POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
                         "Content-Length: 2\r\n"
                       : "GET /elsewhere HTTP/1.1\r\nHost: localhost\r\n";
    head += authorization;
    if (!post && luck_.one_in(3)) {
        one.status = 403;
        head = "GET /livez HTTP/1.1\r\nHost: evil.example\r\n";
    }
    if (post && luck_.one_in(2)) {
        head += "Expect: 100-continue\r\n";
        one.closes = one.refused = true;
    }
    send(head + "\r\n", body, one);
}

void maker::wrong_body() {
    static constexpr const char* bodies[][2] = {
        {R"({"jsonrpc":"2.0",)", "-32700"}, {"[]", "-32600"}, {"7", "-32600"}, {"", "-32700"},
        {R"({"jsonrpc":"2.0","method":1,"id":null})", "-32600"},
    };
    const auto& [body, code] = bodies[luck_.below(std::size(bodies))];
    asked one;
    one.begins = string(R"({"jsonrpc":"2.0","error":{"code":)") + code;
    post(body, one, false);
}

// The id of a call is its token in a random notation.
called& maker::note(string& id, bool silent) {
    const std::size_t token = calls_.size();
    const string number = to_string(token);
    switch (luck_.below(5)) {
    case 0: id = '"' + number + '"'; break;
    case 1: id = "\"\\u0074" + number + '"'; break;
    case 2: id = '-' + number + ".50"; break;
    default: id = number; break;
    }
    calls_.push_back({.client = client_, .request = made_.all.size(), .id = silent ? "" : id,
                      .wanted = {}, .forbidden = over_});
    if (silent) id.clear();
    named_.push_back(token);
    return calls_.back();
}

string maker::call(bool in_batch) {
    const bool silent = luck_.one_in(12);
    string id;
    called& c = note(id, silent);
    const string token = to_string(calls_.size() - 1);
    string method = "sim.mark";
    string params = '[' + token + ']';
    string result = token;
    string failed;
    c.counts = true;
    switch (luck_.below(slow_ ? 18 : 11)) {
    case 0: {
        const string text(luck_.scaled(3000), static_cast<char>('a' + luck_.below(26)));
        method = "sim.echo";
        params = '[' + token + ",\"" + text + "\"]";
        result = '"' + text + '"';
        c.too_large = text.size() + 100 > bounds_.response_bytes_max;
        break;
    }
    case 1: method = "sim.fail"; failed = "7,\"message\":\"" + token + "\"}"; break;
    case 2: method = "sim.throw"; failed = "-32603"; c.exact = !luck_.one_in(3); break;
    case 3: method = "sim.marc"; failed = "-32601"; c.exact = c.counts = false; break;
    case 4: params = "[\"" + token + "\"]"; failed = "-32602"; c.exact = c.counts = false; break;
    case 5: {
        const std::size_t size = luck_.scaled(200'000);
        method = "sim.big";
        params = '[' + token + ',' + to_string(size) + ']';
        result = '"' + string(size, 'b') + '"';
        c.too_large = true;
        break;
    }
    case 6: params = "{\"token\":" + token + "}"; break;
    case 7: params = publishing(c, method, token); break;
    case 8:
        if (frames_ && !in_batch && !silent) break;  // it would subscribe
        method = luck_.one_in(2) ? "sim.ends" : "sim.drops";
        params = "{\"token\":" + token + ",\"key\":0}";
        failed = "-32004,\"message\":\"Stream required\"";
        c.exact = c.counts = false;
        break;
    case 11: case 12: method = "sim.slow"; break;
    case 13: case 14: method = "sim.late"; break;
    case 15: case 16: method = "sim.later"; break;
    case 17: method = "sim.later_late"; break;
    default: break;
    }
    if (failed == "-32603") c.exact = false;
    c.wanted = failed.empty() ? R"({"jsonrpc":"2.0","result":)" + result
                              : R"({"jsonrpc":"2.0","error":{"code":)" + failed;
    string text = R"({"jsonrpc":"2.0","method":")" + method + R"(","params":)" + params;
    if (!silent) text += ",\"id\":" + id;
    return text + (luck_.one_in(8) ? " \n}" : "}");
}

string maker::chunks(const string& body) {
    string all;
    for (std::size_t at = 0; at < body.size();) {
        const std::size_t count = 1 + luck_.scaled(body.size() - at - 1);
        char size[32];
        std::snprintf(size, sizeof size, "%zx%s\r\n", count, luck_.one_in(5) ? ";a=b" : "");
        all += size + body.substr(at, count) + "\r\n";
        at += count;
    }
    return all + (luck_.one_in(5) ? "0\r\nX: y\r\n\r\n" : "0\r\n\r\n");
}

// The status is 204 without responses, and 413 if the body is too long.
void maker::post(string body, asked one, bool last, const target& to) {
    one.calls = named_;
    const bool heard = std::any_of(named_.begin(), named_.end(),
                                   [&](std::size_t c) { return !calls_[c].id.empty(); });
    if (one.is_call && !heard) one.status = 204;
    if (frames_) return messages_.push_back({std::move(body), std::move(one)});
    const string fields = to.fields + authorization;
    string head = "POST " + to.path + " HTTP/1.1\r\nHost: localhost\r\n" + fields;
    const bool chunked = luck_.one_in(6);
    if (last && luck_.one_in(4)) {
        one.closes = true;
        if (!chunked && luck_.one_in(3)) head = "POST " + to.path + " HTTP/1.0\r\n" + fields;
        else head += "Connection: close\r\n";
    }
    if (head.find("HTTP/1.1") != string::npos) {
        one.expects = !body.empty() && luck_.one_in(15);
        if (one.expects) head += "Expect: 100-continue\r\n";
    }
    if (body.size() > bounds_.request_bytes_max) {
        for (const std::size_t c : named_) calls_[c].forbidden = true;
        // The head does not reveal the length of a chunked body.
        const bool expects = one.expects && chunked;
        one = {.status = 413, .closes = true, .refused = true, .expects = expects};
        one.begins = R"({"jsonrpc":"2.0","error":)";
    }
    head += chunked ? "Transfer-Encoding: chunked\r\n\r\n"
                    : "Content-Length: " + to_string(body.size()) + "\r\n\r\n";
    send(head, chunked ? chunks(body) : body, std::move(one));
}

void maker::send(const string& head, const string& body, asked one) {
    if (luck_.one_in(20) && !over_) made_.stream += "\r\n";
    one.begin = made_.stream.size();
    made_.stream += head;
    one.head_end = one.begin + std::min(head.find("\r\n\r\n") + 4, head.size());
    made_.stream += body;
    one.end = made_.stream.size();
    over_ = over_ || one.closes;
    made_.all.push_back(std::move(one));
    named_.clear();
}

plan make_plan(chance& luck, ledger& calls, const callbox::limits& bounds, int client,
               manner mode, bool slow) {
    return maker(luck, calls, bounds, client, slow).all(mode);
}

}  // namespace simulate
