// embedded SECONDS: servers with different tables in one process, under ThreadSanitizer. Clients
// call each server; servers are reloaded, stopped by several threads and restarted; they log to a
// function and to standard error. Exit status 0: all answers were right.
#include "base/clock.hpp"
#include "client/dial.hpp"
#include "client/url.hpp"
#include "support/side_by_side.hpp"

#include <callbox/callbox.hpp>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

namespace {

using callbox::blocking, callbox::method;

std::string first() { return "first"; }
std::string second() { return "second"; }
constexpr callbox::api quick{callbox::thread_safe, method<"name", first>("")};
constexpr callbox::api slow{
    callbox::thread_safe,
    method<"name", second>("", blocking),
    method<"fail", side_by_side::fail>("Throws.", blocking),
};

struct counts {
    std::atomic<int> right = 0;
    std::atomic<int> wrong = 0;
    std::atomic<int> lines = 0;
};

// Calls until the server has stopped.
void call(const std::string& address, const std::string& body, const std::string& wanted,
          counts& all) {
    callbox::net::url to;
    (void)callbox::net::parse(address, to);
    callbox::net::client client(to, callbox::now_ms() + 20'000);
    for (;;) {
        callbox::net::response_parser response;
        if (!client.ask("POST", body, response).empty()) return;
        const std::string got(response.body().begin(), response.body().end());
        ++(got.find(wanted) == got.npos ? all.wrong : all.right);
    }
}

std::string request(const std::string& named) {
    return R"({"jsonrpc":"2.0","id":1,"method":")" + named + R"("})";
}

// Starts the server, calls and reloads it, and stops it from two threads concurrently.
void run_once(callbox::server& one, const std::string& wanted, counts& all) {
    if (const std::string why = one.start(); !why.empty()) {
        std::fprintf(stderr, "FAILED: %s\n", why.c_str());
        ++all.wrong;
        return;
    }
    const std::string address = one.addresses().front();
    std::vector<std::thread> others;
    for (int i = 0; i < 3; ++i)
        others.emplace_back([&] { call(address, request("name"), wanted, all); });
    others.emplace_back([&] { call(address, request("fail"), "error", all); });
    for (int i = 0; i < 2; ++i)
        others.emplace_back([&] {
            for (int k = 0; k < 5; ++k) {
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
                one.reload();
            }
            one.stop();
        });
    if (const std::string left = one.run(); !left.empty()) ++all.wrong;
    for (std::thread& each : others) each.join();
}

}  // namespace

int main(int argc, char** argv) {
    const int seconds = argc > 1 ? std::atoi(argv[1]) : 4;
    counts all;
    callbox::options options;
    options.listen = {"127.0.0.1:0"};
    options.workers = 3;
    options.limits.blocking_threads = 3;
    options.log_level = callbox::log_level::info;
    callbox::options counted = options;
    counted.log_to = [&](callbox::log_level, std::string_view line) {
        if (line.starts_with("callbox:")) ++all.lines;
    };
    callbox::server a(quick, counted), b(slow, counted), c(slow, options);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    const auto repeat = [&](callbox::server& one, const std::string& wanted) {
        while (std::chrono::steady_clock::now() < end) run_once(one, wanted, all);
    };
    std::thread other([&] { repeat(a, "first"); }), third([&] { repeat(b, "second"); });
    repeat(c, "second");
    other.join();
    third.join();
    std::printf("ok: embedded, %d answers\n", all.right.load());
    return all.wrong == 0 && all.right > 500 && all.lines > 500 ? 0 : 1;
}
