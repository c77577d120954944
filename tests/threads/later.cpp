// later ROUNDS SOCKET: calls that other threads answer while they time out, while their clients
// disconnect, and while their server drains, stops and is destroyed, under ThreadSanitizer. So many
// rounds of each. Exit status 0: every call that was awaited got one answer.
#include "base/clock.hpp"
#include "base/fd.hpp"
#include "client/dial.hpp"
#include "client/url.hpp"
#include "support/messages.hpp"

#include <callbox/callbox.hpp>
#include <callbox/later.hpp>

#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

using callbox::later;
using namespace std::chrono_literals;

// Calls on their way to the threads that answer them. It outlives the servers.
class queue {
public:
    void put(later<int> one) {
        const std::lock_guard guard(mutex_);
        calls_.push_back(std::move(one));
        changed_.notify_one();
    }
    std::optional<later<int>> take() {
        std::unique_lock guard(mutex_);
        changed_.wait(guard, [&] { return ends_ || !calls_.empty(); });
        if (calls_.empty()) return std::nullopt;
        std::optional<later<int>> one(std::move(calls_.front()));
        calls_.pop_front();
        return one;
    }
    void end() {
        const std::lock_guard guard(mutex_);
        ends_ = true;
        changed_.notify_all();
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<later<int>> calls_;
    bool ends_ = false;
};
queue calls;

// Each answer comes after another short time, and every seventh call gets none.
void answer_all(unsigned seed) {
    while (auto one = calls.take()) {
        seed = seed * 1'664'525 + 1'013'904'223;
        if (seed >> 28 == 0) std::this_thread::sleep_for(1ms);
        else for (unsigned i = seed >> 20; i > 0 && !one->gone(); --i) {}
        one->progress(1, 2, "half way");
        if (seed % 7 == 0) continue;
        if (seed % 5 == 0) (*one)(callbox::failure{1, "no"});
        else (*one)(1);
    }
}

void wait(later<int> done) { calls.put(std::move(done)); }
constexpr callbox::api methods{
    callbox::thread_safe,
    callbox::method<"wait", wait>("Answers soon.", callbox::fails(1, "no")),
    callbox::method<"wait.parked", wait>("Or times out.", callbox::fails(1, "no"),
                                         callbox::timeout(1ms)),
};

std::atomic<int> wrong = 0;

// Returns whether there was an answer, which must be right.
bool ask(const std::string& address, std::string_view method) {
    callbox::net::url to;
    (void)callbox::net::parse(address, to);
    callbox::net::client client(to, callbox::now_ms() + 30'000);
    callbox::net::response_parser response;
    if (!client.ask("POST", made_up::sent(method, "[]"), response).empty()) return false;
    const std::string got(response.body().begin(), response.body().end());
    constexpr std::string_view right[] = {R"("result":1)", R"("code":1,)", "-32603", "-32003"};
    const bool is_right = std::ranges::any_of(
        right, [&](std::string_view each) { return got.find(each) != got.npos; });
    if (!is_right) ++wrong;
    return true;
}

// A client that does not wait for its answers; every other one watches their progress.
void ask_and_leave(const std::string& path) {
    static std::atomic<unsigned> rounds = 0;
    const callbox::fd one(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un to{};
    to.sun_family = AF_UNIX;
    path.copy(to.sun_path, sizeof to.sun_path - 1);
    if (::connect(one.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) return;
    const std::string request = made_up::posted(
        made_up::batch({made_up::sent("wait", "[]", "1"), made_up::sent("wait", "[]", "2")}),
        rounds++ % 2 == 0 ? "" : "Accept: text/event-stream\r\n");
    (void)::send(one.get(), request.data(), request.size(), MSG_NOSIGNAL);
    std::this_thread::yield();
}

callbox::options options_for(const std::string& path) {
    callbox::options made;
    made.listen = {"unix:" + path};
    made.workers = 2;
    made.limits.drain_timeout_ms = 5;
    made.log_to = [](callbox::log_level, std::string_view) {};
    return made;
}

void run_beside(callbox::server& one, int rounds, void (*round)(const std::string&)) {
    std::thread runs([&] { (void)one.run(); });
    const std::string address = one.addresses().front();
    std::vector<std::thread> clients;
    for (int i = 0; i < 4; ++i)
        clients.emplace_back([&] {
            for (int k = 0; k < rounds; ++k) round(address);
        });
    for (std::thread& each : clients) each.join();
    one.stop();
    runs.join();
}

}  // namespace

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 1'000;
    const std::string path = argc > 2 ? argv[2] : "/tmp/later.socket";
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < 3; ++i) threads.emplace_back(answer_all, i);

    callbox::server timed(methods, options_for(path));
    if (!timed.start().empty()) return 1;
    run_beside(timed, rounds / 4, [](const std::string& address) {
        if (!ask(address, "wait.parked") || !ask(address, "wait")) ++wrong;
    });
    callbox::server left(methods, options_for(path));
    if (!left.start().empty()) return 1;
    run_beside(left, rounds / 4, [](const std::string& address) {
        ask_and_leave(address.substr(std::string_view("unix:").size()));
    });
    int ended = 0;
    for (; ended < rounds && wrong == 0; ++ended) {
        callbox::server one(methods, options_for(path));
        if (!one.start().empty()) return 1;
        std::thread runs([&] { (void)one.run(); });
        for (int i = 0; i < 3; ++i) ask_and_leave(path);
        std::thread asks([address = one.addresses().front()] { (void)ask(address, "wait"); });
        one.stop();
        asks.join();
        runs.join();
    }
    calls.end();
    for (std::thread& each : threads) each.join();
    std::printf("ok: later, %d rounds\n", ended);
    return wrong == 0 && ended == rounds ? 0 : 1;
}
