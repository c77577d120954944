// Prices that change every 200 ms, and a page with a live chart: make run, then open
// http://127.0.0.1:8000. callbox serves no files: another server serves page/, whose origin
// --cors-origin allows. Opened as a file, the page has the origin "null", as have sandboxed frames
// of any site: do not allow that one.
#include <callbox/callbox.hpp>

#include <deque>
#include <mutex>
#include <random>
#include <thread>

using namespace std::chrono_literals;

struct price {
    std::chrono::sys_time<std::chrono::milliseconds> at;
    std::string symbol;
    double value = 0;
};
constexpr auto describe(callbox::as<price>) {
    return callbox::fields{callbox::field{"at", &price::at},
        callbox::field{"symbol", &price::symbol}, callbox::field{"value", &price::value}};
}

struct market {
    callbox::topic<price> changed;
    std::mutex mutex;
    std::deque<price> last_minute;  // guarded by mutex
    std::jthread feed{[this](std::stop_token stop) { run(stop); }};

    std::vector<price> recent() {
        const std::lock_guard held(mutex);
        return {last_minute.begin(), last_minute.end()};
    }
    void run(std::stop_token stop) {
        std::mt19937 random(std::random_device{}());
        std::normal_distribution<> step(0, 0.1);
        std::vector<price> all{{{}, "ACME", 100}, {{}, "BOLT", 102}, {{}, "CORE", 98}};
        for (; !stop.stop_requested(); std::this_thread::sleep_for(200ms))
            for (price& p : all) {
                p.at = std::chrono::floor<std::chrono::milliseconds>(
                    std::chrono::system_clock::now());
                p.value += step(random);
                std::unique_lock held(mutex);
                last_minute.push_back(p);
                while (last_minute.front().at < p.at - 1min) last_minute.pop_front();
                held.unlock();
                changed.publish(p);  // after recent() has it: a subscriber that calls it has all
            }
    }
};
bool concerns(const price& p, std::optional<std::string_view> s) { return !s || p.symbol == *s; }

constexpr callbox::api methods{
    callbox::thread_safe,
    callbox::method<"ticker.recent", &market::recent>("The last minute.", callbox::reads_only),
    callbox::event<"ticker.price", &market::changed, concerns>("A price changed.",
        callbox::arg("symbol", "only this one"), callbox::keeps(900)),  // a minute, for `since`
};
constexpr auto state = callbox::made_by([] { return market(); });
int main(int argc, char** argv) { return callbox::run(methods, state, argc, argv); }
