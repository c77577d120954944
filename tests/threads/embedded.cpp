// embedded SECONDS: servers with different tables in one process, which ThreadSanitizer watches.
// Clients call each; they are reloaded, stopped from several threads and started again; their logs
// go to a function and to standard error. Exit status 0: every answer was right.
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
constexpr callbox::api quick{method<"name", first>("")};
constexpr callbox::api slow{
    method<"name", second>("", blocking),
    method<"fail", side_by_side::fail>("Throws.", blocking),
};

struct counts {
    std::atomic<int> right = 0;
    std::atomic<int> wrong = 0;
    std::atomic<int> lines = 0;
};

// Calls until nobody listens any more.
void call(const std::string& address, const std::string& body, const std::string& wanted,
          counts& all) {
    callbox::net::url to;
    (void)callbox::net::parse(address, to);
    callbox::net::client client(to, callbox::now_ms() + 20'000);
    for (;;) {
        callbox::net::response_parser came;
        if (!client.ask("POST", body, came).empty()) return;
        const std::string got(came.body().begin(), came.body().end());
        ++(got.find(wanted) == got.npos ? all.wrong : all.right);
    }
}

std::string request(const std::string& named) {
    return R"({"jsonrpc":"2.0","id":1,"method":")" + named + R"("})";
}

// One life: started, called, told to reload, stopped by two threads at once.
void live(callbox::server& one, const std::string& wanted, counts& all) {
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
    callbox::options how;
    how.listen = {"127.0.0.1:0"};
    how.workers = 3;
    how.limits.blocking_threads = 3;
    how.log_level = callbox::log_level::info;
    callbox::options told = how;
    told.log_to = [&](callbox::log_level, std::string_view line) {
        if (line.starts_with("callbox:")) ++all.lines;
    };
    callbox::server a(quick, told), b(slow, told), c(slow, how);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    const auto live_on = [&](callbox::server& one, const std::string& wanted) {
        while (std::chrono::steady_clock::now() < end) live(one, wanted, all);
    };
    std::thread other([&] { live_on(a, "first"); }), third([&] { live_on(b, "second"); });
    live_on(c, "second");
    other.join();
    third.join();
    std::printf("ok: embedded, %d answers\n", all.right.load());
    return all.wrong == 0 && all.right > 500 && all.lines > 500 ? 0 : 1;
}
