// One seed: a loop with its parts, a kernel and clients, from start to end.
#pragma once

#include "client.hpp"
#include "follower.hpp"
#include "kernel.hpp"
#include "methods.hpp"
#include "plan.hpp"
#include "trace.hpp"

#include "server/loop.hpp"
#include "server/thread_pool.hpp"
#include "site/site.hpp"
#include "support/logs.hpp"
#include "system/signals.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace simulate {

// Totals of one run or of many.
struct tally {
    std::size_t conversations = 0;
    std::size_t requests = 0;   // answered
    std::size_t calls = 0;      // executed
    std::size_t turns = 0;
    std::size_t steps_max = 0;  // requests of one connection answered in one turn of the loop
    std::uint64_t hash = 0;
    void add(const tally& other);
};

// Notices that the loop has read the token file.
struct reload_sink : support::null_sink {
    void put(callbox::log_level at, std::string_view line, std::uint64_t reports) override;
};

class run final : public world, public counter {
public:
    static inline run* running = nullptr;

    run(std::uint64_t seed, bool aloud);
    ~run() override;
    run(const run&) = delete;
    run& operator=(const run&) = delete;

    // Runs to the end. On a violated claim, reports it and exits.
    tally all();

    // Replacement of the thread pool, for blocking methods.
    bool take(callbox::rpc::jobs one);
    callbox::rpc::jobs take_out(callbox::rpc::job& one);

    void on_accept(link& l) override;
    void on_read(link& l, std::size_t count) override;
    void on_send(link& l, std::string_view all, std::size_t taken) override;
    void on_ask(link& l) override;
    void on_shut(link& l) override;
    void on_close(link& l) override;
    void on_refused(link& l) override;
    int wait(epoll_event* out, int most, int timeout) override;
    void on_event_read(int descriptor) override;
    void executed(std::int64_t token) override;
    void keeps(std::int64_t token, callbox::later<std::int64_t>& done, bool is_timed) override;
    void subscribes(std::string_view params) override;
    void publishes(std::size_t topic, std::int64_t key, std::size_t size) override;
    void reloaded();

private:
    struct later_call {
        callbox::later<std::int64_t> done;
        micros due;
        std::int64_t token;
        micros reports_at;
    };
    struct slow_job {
        callbox::rpc::jobs what;
        micros due;
        std::size_t token;
    };

    void choose();
    void retain();
    void finish_turn(int timeout);
    void look_at_slots() const;
    void check_released() const;
    int deliver(epoll_event* out, int most);
    micros next_event() const;
    void happen();
    void answer_slow();
    void answer_later();
    void report();
    void publish_some();
    void write_tokens(bool hides);
    void reload();
    void signal();
    void check(const std::string& wrong, int client = -1) const;
    follower& follower_of(const link& l) { return followers_[static_cast<std::size_t>(l.client)]; }
    client& client_of(const link& l) { return clients_[static_cast<std::size_t>(l.client)]; }
    void wake(const link& l);

    std::uint64_t seed_;
    chance luck_;
    trace journal_;
    kernel kernel_;
    support::logger_to<reload_sink> log_;
    callbox::options options_;
    ledger calls_;
    publications published_;
    std::size_t publishes_left_ = 0;
    micros publishes_at_ = asleep;
    micros publish_pause_ = 0;
    std::size_t reloads_left_ = 0;  // of the token file
    micros reloads_at_ = asleep;
    bool hides_next_ = false;      // what the file says: see circumstances::hides
    bool is_behind_ = false;       // the loop queues events over several turns
    circumstances all_{};
    std::vector<client> clients_;
    std::vector<follower> followers_;
    std::size_t listeners_ = 1;
    std::size_t jobs_max_ = 0;
    std::deque<slow_job> jobs_;
    std::deque<later_call> laters_;
    std::vector<micros> signals_;  // their times
    unsigned raised_ = 0;
    bool heard_ = false;           // the loop has received one
    ms closing_at_ = 0;
    bool interrupted_ = false;
    bool leaping_ = false;         // time jumps occasionally
    bool over_ = false;
    std::size_t closed_ = 0;       // connections closed in this turn
    std::size_t idle_returns_ = 0;
    std::size_t activity_ = 0;
    std::size_t open_at_start_ = 0;
    tally done_;

    std::optional<state> state_;
    std::optional<callbox::system::stop_signals> stop_;
    std::optional<callbox::observe::log_style> style_;
    std::optional<callbox::net::thread_pool> pool_;
    std::optional<callbox::net::deferred_calls> deferred_;
    callbox::net::credentials credentials_;
    std::optional<callbox::site::site> site_;
    std::optional<callbox::rpc::dispatcher> elsewhere_;
    callbox::net::listener shared_;  // of another loop that never accepts
    std::atomic<std::size_t> connection_total_ = 0;
    std::optional<callbox::net::loop> loop_;
};

}  // namespace simulate
