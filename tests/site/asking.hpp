// Sends requests to a site without a network and parses its responses.
#pragma once

#include "site/site.hpp"
#include "support/logs.hpp"
#include "support/transcript.hpp"
#include "support/with.hpp"

#include "http/head_reader.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace {

using callbox::arg;
using callbox::by_name_only;
using callbox::method;
using callbox::options;
using support::with;

int calls = 0;  // of count(), since the last site was created

int count() { return ++calls; }
callbox::result<int> halve(int number) {
    if (number % 2 != 0) return callbox::failure{7, "the number is odd"};
    return number / 2;
}
int broken() { throw 1; }

constexpr callbox::api asked_methods{
    method<"count", count>("Counts its calls."),
    method<"halve", halve>("Half of an even number.", "number"),
    method<"broken", broken>("Never works."),
};

[[maybe_unused]] options with_explorer() { return with(&options::enable_web_browsable_api, true); }

constexpr std::string_view date = "Sun, 06 Nov 1994 08:49:37 GMT";
[[maybe_unused]] constexpr std::string_view call_count =
    R"({"jsonrpc":"2.0","id":1,"method":"count"})";

// A site and a client of it.
class asked {
public:
    explicit asked(const options& chosen = {}, bool loopback_only = true)
        : asked(asked_methods, chosen, loopback_only) {}
    asked(const callbox::table& methods, const options& chosen, bool loopback_only = true)
        : site_(methods, nullptr, chosen, loopback_only, log_) {
        calls = 0;
    }

    // `start`: "POST /api"; `fields`: more field lines, each with its CRLF.
    wire::answer ask(std::string_view start, std::string_view fields = "",
                     std::string_view body = "", std::string_view host = "localhost") {
        return send(std::string(start) + " HTTP/1.1\r\nHost: " + std::string(host) + "\r\n" +
                        std::string(fields) + "\r\n",
                    body, start.starts_with("HEAD "));
    }
    wire::answer post(std::string_view fields = "", std::string_view body = call_count,
                      std::string_view host = "localhost") {
        return ask("POST /api", fields, body, host);
    }
    wire::answer send(std::string_view head, std::string_view body = "", bool to_head = false) {
        const callbox::limits bounds;
        callbox::http::parser parser(bounds);
        cr_assert(heads_.feed(parser, head) == callbox::http::progress::done, "%s",
                  parser.reason());
        was_known = parser.message().head_id != 0;
        std::string writable(body);
        callbox::bytes out;
        out.append("before");  // an unsent response to another request
        const bool is_done = site_.respond({.date = date,
                                            .draining = draining,
                                            .close = close,
                                            .at = at,
                                            .peer = peer,
                                            .request = &parser.message()},
                                           writable, out);
        upgraded = site_.take_lasting();
        cr_assert(is_done != upgraded.has_value());
        return taken_of(out, to_head);
    }
    // The response to Expect: 100-continue; status 0: continue.
    wire::answer refused(std::string_view start, std::string_view fields = "") {
        const std::string head = std::string(start) + " HTTP/1.1\r\nHost: localhost\r\n" +
                                 std::string(fields) + "\r\n";
        const callbox::limits bounds;
        callbox::http::parser parser(bounds);
        cr_assert(parser.feed(head) == callbox::http::progress::done, "%s", parser.reason());
        callbox::bytes out;
        out.append("before");
        if (site_.refused({.date = date, .close = true, .request = &parser.message()}, out))
            return taken_of(out, false);
        cr_expect(out.view() == "before");
        return {};
    }
    wire::answer refuse(int status, std::string_view reason) {
        callbox::bytes out;
        out.append("before");
        const std::string_view fields = status == 503 ? "Retry-After: 1\r\n" : "";
        site_.reject({status, callbox::site::cause::other, reason, fields},
                     {.date = date, .close = true}, out);
        return taken_of(out, false);
    }

    void admit(callbox::site::tokens&& holders) { site_.admit(std::move(holders)); }

    void open_admin(const options& chosen) { site_.open_admin(chosen, true); }

    std::string peer;
    bool draining = false;
    bool close = false;
    callbox::listener_role at = callbox::listener_role::all;
    bool was_known = false;  // the head of the last request
    std::optional<callbox::site::lasting_client> upgraded;  // by it

private:
    static wire::answer taken_of(const callbox::bytes& out, bool to_head) {
        std::string text(out.view());
        cr_assert(text.starts_with("before"));
        text.erase(0, 6);
        wire::answer got;
        std::string error;
        const wire::taken what = wire::take_answer(text, to_head, got, error);
        cr_expect(what == wire::taken::done, "%s", error.c_str());
        cr_expect(text.empty(), "more than one answer: %s", text.c_str());
        const std::string* when = got.field("Date");
        cr_expect(when != nullptr && *when == date);
        const bool guarded = got.field("X-Content-Type-Options") != nullptr;
        cr_expect(guarded == (got.field("Content-Type") != nullptr), "nosniff with each body");
        return got;
    }

    support::quiet_log log_;
    callbox::site::site site_;
    callbox::http::head_reader heads_;
};

[[maybe_unused]] std::string field_of(const wire::answer& a, std::string_view name) {
    const std::string* value = a.field(name);
    return value == nullptr ? "(none)" : *value;
}

// A client that has the current bytes at that path does not get them again.
[[maybe_unused]] void expect_cached(asked& site, const std::string& path) {
    const auto whole = site.ask("GET " + path);
    const std::string tag = field_of(whole, "ETag");
    cr_expect(tag.size() > 20 && tag.front() == '"' && tag.back() == '"', "%s", tag.c_str());
    for (const char* verb : {"GET ", "HEAD "}) {
        const auto ask = [&](const std::string& tags) {
            return site.ask(verb + path, "If-None-Match: " + tags + "\r\n");
        };
        for (const std::string& same : {tag, "W/" + tag, std::string("*"), "\"x\", " + tag,
                                        tag + ",\"y\"", tag + " , \"y\""}) {
            const auto a = ask(same);
            cr_expect(a.status == 304 && a.body.empty(), "%s: %d", same.c_str(), a.status);
            for (const char* name : {"ETag", "Cache-Control", "Content-Security-Policy"})
                cr_expect(field_of(a, name) == field_of(whole, name), "%s", name);
        }
        for (const std::string& other :
             {std::string("\"x\""), std::string(), tag.substr(1), tag.substr(0, tag.size() - 1),
              tag + "x", std::string("\"*\""), std::string("**"), std::string(",")})
            cr_expect(ask(other).status == 200, "%s", other.c_str());
    }
}

// A JSON-RPC error with that clause in its message.
[[maybe_unused]] void expect_refusal(const wire::answer& a, int status, std::string_view clause) {
    cr_expect(a.status == status, "wanted %d, got %d %s", status, a.status, a.body.c_str());
    cr_expect(field_of(a, "Content-Type") == "application/json");
    const std::string begin = status < 500
        ? R"({"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request: )"
        : R"({"jsonrpc":"2.0","error":{"code":-32000,"message":"Server error: )";
    cr_expect(a.body.starts_with(begin), "%s", a.body.c_str());
    cr_expect(a.body.ends_with(R"("},"id":null})"), "%s", a.body.c_str());
    cr_expect(a.body.find(clause) != std::string::npos, "%s: not in %s",
              std::string(clause).c_str(), a.body.c_str());
}

}  // namespace
