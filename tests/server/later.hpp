// A program whose methods answer later, and clients of it.
#pragma once

#include "blocking.hpp"

#include <callbox/later.hpp>

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace answered_later {

using callbox::later, callbox::method;
using namespace std::chrono_literals;
using slow::client, support::until, support::with;
using made_up::answered, made_up::batch, made_up::sent, net_test::post;

// Of the program.
inline std::mutex at_a_time;
inline std::vector<later<std::string>> kept;

inline void keep(std::string, later<std::string> done) {
    const std::lock_guard guard(at_a_time);
    kept.push_back(std::move(done));
}
inline std::vector<later<std::string>> take() {
    const std::lock_guard guard(at_a_time);
    return std::exchange(kept, {});
}
inline std::size_t give(std::string text) {
    auto all = take();
    for (auto& each : all) each(text);
    return all.size();
}
inline std::size_t give_on_threads(std::string text) {
    auto all = take();
    std::vector<std::thread> threads;
    for (auto& each : all) threads.emplace_back([&] { each(text); });
    for (auto& each : threads) each.join();
    return all.size();
}
inline std::size_t count(bool those_gone) {
    const std::lock_guard guard(at_a_time);
    return static_cast<std::size_t>(std::ranges::count_if(
        kept, [&](const auto& each) { return each.gone() == those_gone; }));
}
inline void soon(std::uint32_t ms, later<std::uint32_t> done) {
    std::thread([ms, d = std::move(done)]() mutable {
        std::this_thread::sleep_for(std::chrono::milliseconds(ms));
        d(ms);
    }).detach();
}

inline void keep_and_throw(std::string text, later<std::string> done) {
    keep(std::move(text), std::move(done));
    throw std::runtime_error("on purpose");
}

inline constexpr callbox::api methods{
    callbox::thread_safe,
    method<"keep", keep>("Answers with what is given.", "text"),
    method<"here", [](later<int> done) { done(1); }>("Answers in the function."),
    method<"keep.parked", keep>("Not for long.", "text", callbox::timeout(slow::parked_ms)),
    method<"keep.one", keep>("One at a time.", "text", callbox::at_once(1)),
    method<"keep.throws", keep_and_throw>("Keeps the call in vain.", "text"),
    method<"give", give>("Answers all.", "text"),
    method<"give.threads", give_on_threads>("Answers each on a thread.", "text",
                                            callbox::blocking),
    method<"drop", [] { return take().size(); }>("Answers none."),
    method<"count", count>("Calls that are kept.", "gone"),
    method<"soon", soon>("Answers after that time.", "ms"),
    method<"echo", slow::echo>("Gives it back.", "any", callbox::blocking),
    method<"ping", [] { return std::string_view("pong"); }>("Answers pong."),
};

struct program : wire::served {
    static callbox::options options(bool logs_calls = false) {
        callbox::options how = slow::with(2, 8);
        if (logs_calls) how.log_level = callbox::log_level::info;
        how.websocket = callbox::websocket_mode::on;
        how.mcp = true;
        return how;
    }
    explicit program(const callbox::options& how = options())
        : wire::served(how, [](const callbox::options& o) { return callbox::serve(methods, o); }) {}
};

struct caller : client {
    explicit caller(const program& to) : client(to.connect()) {}
    bool counts(int wanted, bool gone = false) {
        const std::string params = gone ? "[true]" : "[false]";
        return until([&] { return ask("count", params) == answered(std::to_string(wanted)); });
    }
    std::string metric(std::string_view name) {
        send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
        const std::string all = body();
        const std::size_t at = all.find("\n" + std::string(name) + " ");
        return at == all.npos ? "" : all.substr(at + 2 + name.size(),
                                                all.find('\n', at + 1) - at - 2 - name.size());
    }
};

}  // namespace answered_later
