// The client with servers that fail: the answers of answers.py, and a proxy that answers 503.
#include "use.hpp"

#include "claims.hpp"
#include "everything.hpp"
#include "example.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <tuple>

namespace {

using std::string;

string text_of(callbox::json_view value) { return value.as<string>().value_or(""); }

// As in answers.py: "result 3", "error 7 no [1]", "status 503", "lost".
string outcome_of(const callbox::result<std::int64_t>& got) {
    namespace transport = callbox::transport;
    if (got) return "result " + std::to_string(*got);
    const callbox::failure& why = got.error();
    if (!why.is_local) {
        const string data = why.data ? ' ' + string(why.data->text()) : "";
        return "error " + std::to_string(why.code) + ' ' + why.message + data;
    }
    if (why.code == transport::timed_out) return "timed out";
    if (why.code == transport::lost) return "lost";
    if (why.data) return "status " + string((*why.data)["status"].text());
    const bool is_read = why.code == callbox::not_understood || why.code == transport::bad_answer;
    return is_read ? "not understood" : why.message;
}

void meet_answers(std::string_view answers) {
    const auto rows = callbox::json::parse(string(answers));
    claim(rows && rows->size() > 50, "answers.py serves answers");
    if (!rows) return;
    for (const callbox::json_view row : rows->items()) {
        const auto timeout = std::chrono::duration<double>(row["timeout"].as<double>().value_or(0));
        const auto limit = std::chrono::duration_cast<std::chrono::milliseconds>(timeout).count();
        const auto begin = std::chrono::steady_clock::now();
        example::Client api(text_of(row["url"]), {.timeout_ms = static_cast<std::uint32_t>(limit)});
        const string got = outcome_of(api.math.add(1, 2));
        const auto took = std::chrono::steady_clock::now() - begin;
        const string wanted = text_of(row["outcome"]);
        claim(got == wanted, text_of(row["claim"]) + ": " + wanted + ", got " + got);
        claim(timeout.count() > 1 || took < std::chrono::seconds(10), "a call ends in time");
    }
}

// The outcome of advance(1) through the proxy, how often the proxy was asked, and how often the
// method was executed.
struct passage {
    callbox::result<std::uint64_t> got;
    int requests;
    std::uint64_t executions;

    bool is(int requests_wanted, std::uint64_t executions_wanted) const {
        return requests == requests_wanted && executions == executions_wanted;
    }
};

class busy_proxy {
public:
    busy_proxy(const char* server, const string& url)
        : direct_(server), count_(url + "/requests"), url_(url) {}

    string at(const string& behaviour) const { return url_ + '/' + behaviour; }

    // Calls advance() of one client through the proxy.
    template <class Advance> passage observe(Advance advance) {
        (void)direct_.counter.reset();
        (void)count_.call<int>({"requests"});
        auto got = advance();
        const auto requests = count_.call<int>({"requests"});
        const auto next = direct_.counter.advance(1);
        return {std::move(got), requests ? *requests : -1, next ? *next - 1 : 999};
    }
    passage advance(const string& behaviour, callbox::client_options options = {}) {
        everything::Client api(at(behaviour), std::move(options));
        return observe([&] { return api.counter.advance(1); });
    }

private:
    everything::Client direct_;
    callbox::connection count_;
    string url_;
};

bool has(const callbox::failure& why, std::string_view data) {
    return why.code == callbox::transport::unavailable && why.data && why.data->text() == data;
}

void meet_proxy(busy_proxy proxy) {
    constexpr auto busy = R"({"status":503,"retry_after":0})";
    const passage before = proxy.advance("before");
    claim(!before.got && before.is(1, 0) && has(before.got.error(), busy),
          "a 503 before the call is not repeated");
    const passage after = proxy.advance("after");
    claim(!after.got && after.is(1, 1) && has(after.got.error(), busy),
          "a 503 after the call is not repeated");
    const passage refused = proxy.advance("refuse/3");
    claim(is(refused.got, std::uint64_t{1}) && refused.is(4, 1),
          "a refusal by callbox is repeated until it accepts the call");
    const passage often = proxy.advance("refuse/5", {.retries = 5});
    claim(is(often.got, std::uint64_t{1}) && often.is(6, 1), "more retries");
    const passage once = proxy.advance("refuse/1", {.retries = 0});
    claim(!once.got && once.is(1, 0) && has(once.got.error(), busy), "no retries");
    claim(once.got.error().message == proxy.at("refuse/1") +
              ": the server answered 503 Service Unavailable: connections_max is reached",
          "the failure has the message of the refusal");

    everything::Client api(proxy.at("refuse/1"));
    const passage own = proxy.observe([&] { return api.with({.retries = 0}).counter.advance(1); });
    claim(!own.got && own.is(1, 0), "no retries of one call");
    const passage next = proxy.observe([&] { return api.counter.advance(1); });
    claim(is(next.got, std::uint64_t{1}) && next.is(2, 1), "retries of the next call");
    const passage batch = proxy.observe([&] {
        return std::get<0>(api.batch({.retries = 0}, api.of.counter.advance(1)));
    });
    claim(!batch.got && batch.is(1, 0), "no retries of a batch");
    const passage whole = proxy.observe([&] {
        return std::get<0>(api.batch(api.of.counter.advance(1)));
    });
    claim(is(whole.got, std::uint64_t{1}) && whole.is(2, 1), "a batch is repeated");
}

void time_out(const string& url) {
    everything::Client api(url, {.timeout_ms = 600'000});
    const auto own = [&] { return api.with({.timeout_ms = 50}); };
    using callbox::transport::timed_out;
    claim(fails(own().counter.advance(1), timed_out), "the timeout of a call");
    claim(fails(api.notify.with({.timeout_ms = 50}).counter.advance(1), timed_out),
          "the timeout of a notification");
    claim(fails(std::get<0>(api.batch({.timeout_ms = 50}, api.of.counter.advance(1))), timed_out),
          "the timeout of a batch");
}

}  // namespace

void meet_failures(const urls& servers, std::string_view answers, const string& proxy) {
    meet_answers(answers);
    meet_proxy(busy_proxy(servers.everything, proxy));
    time_out(proxy + "/silent");
}
