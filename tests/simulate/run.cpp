// Runs the loop in the world of a seed, and checks the claims at each step.
#include "run.hpp"

#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <csignal>
#include <new>
#include <utility>

// Accesses the private slots of a loop: an explicit instantiation may name them.
namespace {

template <auto Slots> struct opened {
    friend auto& slots_of(callbox::net::loop& l) { return l.*Slots; }
};
auto& slots_of(callbox::net::loop& l);
template struct opened<&callbox::net::loop::slots_>;

}  // namespace

namespace simulate {

void tally::add(const tally& other) {
    conversations += other.conversations;
    requests += other.requests;
    calls += other.calls;
    turns += other.turns;
    steps_max = std::max(steps_max, other.steps_max);
    hash ^= other.hash;
}

run::run(std::uint64_t seed, bool aloud)
    : seed_(seed), luck_(seed), journal_(aloud), kernel_(luck_, journal_, *this) {
    current = &kernel_;
    running = this;
    choose();
    std::vector<callbox::net::listener> own(listeners_);
    for (callbox::net::listener& l : own)
        check(l.open("fd:" + std::to_string(kernel_.make_listener())));
    if (luck_.one_in(4)) check(shared_.open_beside(own.front()));
    (void)stop_.emplace().take();
    const callbox::table table(methods);
    style_.emplace(options_);
    state_.emplace(this);
    pool_.emplace(table, &*state_, options_.limits, *style_);
    deferred_.emplace(*pool_);
    site_.emplace(table, &*state_, options_, true, log_,
                  jobs_max_ > 0 ? &*deferred_ : nullptr);
    log_.log_calls(seed % 2 == 1);
    elsewhere_.emplace(table, &*state_, options_.limits, log_);
    if (!options_.token_file.empty()) {
        write_tokens(false);
        check(credentials_.open(options_));
        site_->admit(credentials_.tokens_after(0, log_));
    }
    loop_.emplace(*site_, options_.limits, std::move(own), *stop_, connection_total_, log_,
                  *deferred_, credentials_);
    const std::size_t control = std::exchange(kernel_.bad.control, 0);
    check(loop_->open());
    kernel_.bad.control = control;
    retain();
    open_at_start_ = kernel_.open();
}

run::~run() {
    current = nullptr, running = nullptr;
    if (!options_.token_file.empty()) std::remove(options_.token_file.c_str());
}

// Chooses the world: limits, clients, failures.
void run::choose() {
    options_.mcp = true;
    options_.websocket = callbox::websocket_mode::on;
    callbox::limits& l = options_.limits;
    l.target_bytes_max = 64 + luck_.scaled(1'000);
    l.header_bytes_max = l.target_bytes_max + 500 + luck_.scaled(2'000);
    l.header_count_max = 10;
    l.request_bytes_max = 300 + luck_.scaled(200'000);
    l.batch_length_max = 1 + luck_.scaled(60);
    l.response_bytes_max = 2'000 + luck_.scaled(300'000);
    l.pipelined_answers_max = luck_.one_in(3) ? 1 + luck_.scaled(20) : 64;
    l.connections_max = 1 + luck_.scaled(60);
    l.header_timeout_ms = 1 + static_cast<std::uint32_t>(luck_.scaled(6'000));
    l.body_timeout_ms = 1 + static_cast<std::uint32_t>(luck_.scaled(30'000));
    l.body_rate_min = luck_.one_in(2) ? luck_.scaled(20'000) : 0;
    l.idle_timeout_ms = 1 + static_cast<std::uint32_t>(luck_.scaled(60'000));
    l.write_timeout_ms = 1 + static_cast<std::uint32_t>(luck_.scaled(30'000));
    l.write_rate_min = luck_.one_in(2) ? luck_.scaled(20'000) : 0;
    l.linger_timeout_ms = 1 + static_cast<std::uint32_t>(luck_.scaled(1'000));
    l.ping_interval_ms = 1 + static_cast<std::uint32_t>(luck_.scaled(30'000));
    l.drain_delay_ms = luck_.one_in(3) ? static_cast<std::uint32_t>(luck_.scaled(2'000)) : 0;
    l.drain_timeout_ms = 1 + static_cast<std::uint32_t>(luck_.scaled(30'000));
    all_.bounds = &l;
    l.subscriptions_max = 1 + luck_.scaled(100);
    l.subscription_bytes_max = luck_.one_in(2) ? luck_.scaled(20'000) : 64 << 10;
    all_.calls = &calls_;
    all_.published = &published_;
    publishes_left_ = luck_.one_in(2) ? luck_.scaled(300) : 0;
    if (publishes_left_ != 0) publishes_at_ = kernel_.now + luck_.from(0, 100'000);
    publish_pause_ = 1 + static_cast<micros>(luck_.scaled(2'000'000));
    reloads_left_ = luck_.one_in(4) ? 1 + luck_.scaled(6) : 0;
    if (reloads_left_ != 0) {
        options_.token_file = "/tmp/callbox-simulate-" + std::to_string(::getpid());
        reloads_at_ = kernel_.now + luck_.from(0, 200'000);
    }
    listeners_ = 1 + luck_.below(3);
    jobs_max_ = luck_.one_in(2) ? 1 + luck_.scaled(30) : 0;
    leaping_ = luck_.one_in(3);
    if (luck_.one_in(2)) {
        const auto rate = [&] { return luck_.one_in(2) ? 5 + luck_.scaled(1'000) : 0; };
        kernel_.bad = {rate(), rate(), rate(), rate(), rate(), rate()};
        if (kernel_.bad.reset != 0) kernel_.bad.reset += 50;
    }
    std::size_t count = luck_.one_in(25) ? 100 : 1 + luck_.scaled(49);
    const std::size_t crowd = luck_.one_in(60) ? 5 + luck_.below(20) : 0;
    if (crowd != 0) {
        count += crowd;
        l.subscriptions_max = 300;
        l.connections_max = std::max<std::size_t>(l.connections_max, 60);
    }
    clients_.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const manner mode = i < crowd ? manner::crowd : random_manner(luck_);
        clients_.push_back(make_client(luck_, calls_, l, static_cast<int>(i), listeners_,
                                       jobs_max_ > 0, mode));
        clients_.back().due += kernel_.now;
    }
    for (client& c : clients_) followers_.emplace_back(c, all_);
    if (luck_.one_in(2)) signals_.push_back(kernel_.now + luck_.from(0, 300'000));
    if (!signals_.empty() && luck_.one_in(5))
        signals_.push_back(signals_[0] + luck_.from(0, 3'000'000));
}

tally run::all() {
    loop_->run();
    over_ = true;
    journal_.line(kernel_.now, "the loop ends");
    all_.forced = all_.forced || raised_ > 1 ||
                  (all_.closing && all_.now >= closing_at_ + options_.limits.drain_timeout_ms);
    for (std::size_t i = 0; i < followers_.size(); ++i)
        if (followers_[i].is_open() && !all_.forced) check("the loop leaves it open", int(i));
    loop_.reset();
    site_.reset();
    deferred_.reset();
    shared_.close();
    jobs_.clear();
    if (luck_.one_in(2)) laters_.clear();  // after the server, which changes nothing
    if (kernel_.open() != 1) check("a descriptor is left open");
    stop_.reset();
    if (kernel_.open() != 0) check("a descriptor is left open");
    for (const called& c : calls_) done_.calls += static_cast<std::size_t>(c.executed);
    for (const client& c : clients_) done_.requests += c.answered;
    done_.hash = journal_.hash();
    return done_;
}

// ------------------------------------------------------------------- actions of the server

void run::on_accept(link& l) {
    std::size_t served = 0;
    std::size_t surplus = 0;
    for (const follower& f : followers_) {
        served += f.is_open() && !f.is_surplus();
        surplus += f.is_surplus();
    }
    const std::size_t most = options_.limits.connections_max;
    const bool is_surplus = served >= most;
    // The slots of connections that closed in this turn are free only after it.
    const bool is_dropped = (is_surplus && surplus >= callbox::net::refused_max) ||
                            served + surplus + closed_ >= most + callbox::net::refused_max;
    ++done_.conversations;
    check(follower_of(l).accepted(is_surplus, is_dropped), l.client);
}

void run::on_read(link& l, std::size_t count) {
    check(follower_of(l).read(count), l.client);
    wake(l);
}

void run::on_send(link& l, std::string_view all, std::size_t taken) {
    follower& f = follower_of(l);
    check(f.sent(all, taken), l.client);
    done_.steps_max = std::max(done_.steps_max, f.turn_requests);
    // Over a WebSocket, one more after the deferred ones of each step.
    const std::size_t most = (all_.closing ? 3 : 2) * (options_.limits.pipelined_answers_max + 1);
    if (f.turn_requests > most) check("it is served too long in one turn", l.client);
    wake(l);
}

void run::on_ask(link& l) { check(follower_of(l).measured(), l.client); }

void run::on_shut(link& l) {
    check(follower_of(l).shut(), l.client);
    wake(l);
}

void run::on_close(link& l) {
    ++closed_;
    check(follower_of(l).closed(), l.client);
    follower_of(l).events.closed();
    wake(l);
}

void run::on_refused(link& l) {
    if (follower_of(l).must_be_answered() && !all_.forced && kernel_.stop_failures == 0 &&
        !l.failed)
        check("a connection queued before the signal is dropped", l.client);
    wake(l);
}

void run::wake(const link& l) {
    client& c = client_of(l);
    c.due = std::min(c.due, kernel_.now + 1 + luck_.from(0, 3'000));
}

// ------------------------------------------------------------------- epoll_wait()

int run::wait(epoll_event* out, int most, int timeout) {
    if (!std::exchange(interrupted_, false)) finish_turn(timeout);
    if (luck_.one_in(kernel_.bad.interrupt)) {
        interrupted_ = true;
        errno = EINTR;
        return -1;
    }
    micros until = asleep;
    if (timeout >= 0) until = kernel_.now + micros{timeout} * 1'000;
    if (timeout != 0 && leaping_ && luck_.one_in(40)) {  // time jumps
        const micros later = kernel_.now + luck_.from(0, 100'000'000);
        while (next_event() <= later) happen();
        kernel_.now = std::max(kernel_.now, later);
        return deliver(out, most);
    }
    for (;;) {
        while (next_event() <= kernel_.now) happen();
        if (!kernel_.ready().empty()) {
            kernel_.now += luck_.from(0, 300);
            while (next_event() <= kernel_.now) happen();
            return deliver(out, most);
        }
        const micros next = std::min(next_event(), until);
        if (next == asleep) {
            if (raised_ > 0) check("it sleeps forever");
            check_released();
            signal();
            continue;
        }
        kernel_.now = std::max(kernel_.now, next);
        if (kernel_.now >= until) return deliver(out, most);
    }
}

int run::deliver(epoll_event* out, int most) {
    const std::vector<epoll_event> found = kernel_.ready();
    if (found.size() > static_cast<std::size_t>(most)) check("it has no room for all events");
    std::copy(found.begin(), found.end(), out);
    kernel_.mark_reported();
    all_.now = kernel_.now / 1'000;
    all_.drained = heard_;
    if (raised_ > 0 && !std::exchange(heard_, true)) {
        all_.draining = true;
        closing_at_ = all_.now + options_.limits.drain_delay_ms;
    }
    const bool is_closing = heard_ && all_.now >= closing_at_;
    if (is_closing && !std::exchange(all_.closing, is_closing)) all_.closed_at = all_.now;
    all_.forced = raised_ > 1 || (all_.closing &&
                                  all_.now >= closing_at_ + options_.limits.drain_timeout_ms);
    for (follower& f : followers_) f.woken();
    closed_ = 0;
    ++done_.turns;
    journal_.line(kernel_.now, "turn", static_cast<std::int64_t>(found.size()));
    return static_cast<int>(found.size());
}

// Checks at the end of a turn that everything due is done.
void run::finish_turn(int timeout) {
    const bool moved = std::exchange(activity_, kernel_.activity) != kernel_.activity;
    idle_returns_ = moved ? 0 : idle_returns_ + 1;
    is_behind_ = is_behind_ && timeout == 0;
    if (idle_returns_ > 8) check("it spins");
    if (timeout < -1 || timeout > 200'000) check("it sleeps too long");
    if (heard_ && raised_ > 1 && done_.turns > 0 && all_.forced)
        check("it continues after the second signal or the drain time-out");
    for (std::size_t i = 0; i < followers_.size(); ++i) {
        const link& l = clients_[i].line;
        follower& f = followers_[i];
        const std::uint32_t interest = f.is_open() ? kernel_.interest(l) : 0;
        if (f.overlooks_reset() && timeout != 0) check("it overlooks a reset", l.client);
        if (l.failed || l.reset || l.has_left) continue;
        check(f.resting(interest, timeout != 0), l.client);
    }
    const bool sleeps = timeout == -1 || timeout > 100;
    if (sleeps && !all_.closing && kernel_.is_overlooked())
        check("it sleeps while a client waits to be accepted");
    look_at_slots();
}

void run::look_at_slots() const {
    const callbox::limits& l = options_.limits;
    const std::size_t input = l.header_bytes_max + l.request_bytes_max + callbox::net::input_bytes;
    const std::size_t output = callbox::net::step_output_max + l.response_bytes_max + 100'000;
    callbox::net::slots& slots = slots_of(const_cast<callbox::net::loop&>(*loop_));
    if (slots.taken() > l.connections_max + callbox::net::refused_max)
        check("too many connections");
    for (callbox::net::slot& s : slots.all()) {
        const auto now_in = s.link.current();
        const bool holds = s.link.memory() > 0;
        if (s.link.memory() > 2 * (input + output)) check("a connection has too much memory");
        if (holds && now_in == callbox::net::phase::closed) check("closed with memory");
        if (holds && now_in == callbox::net::phase::lingering) check("lingering with memory");
    }
}

void run::check_released() const {
    for (std::size_t i = 0; i < followers_.size(); ++i)
        if (followers_[i].is_open()) check("it is open forever", static_cast<int>(i));
    if (kernel_.open() != open_at_start_) check("more descriptors are open than at the start");
    if (slots_of(const_cast<callbox::net::loop&>(*loop_)).taken() != 0) check("a slot is taken");
    if (connection_total_ != 0) check("a connection is still counted");
}

void run::check(const std::string& wrong, int client) const {
    if (wrong.empty()) return;
    std::fflush(stdout);
    std::fprintf(stderr, "simulate: seed %llu, at %.3f ms", static_cast<unsigned long long>(seed_),
                 static_cast<double>(kernel_.now) / 1'000);
    if (client >= 0) std::fprintf(stderr, ", client %d", client);
    std::fprintf(stderr, ": %s\n    to print every event: make simulate SEEDS=%llu\n",
                 wrong.c_str(), static_cast<unsigned long long>(seed_));
    std::_Exit(1);
}

}  // namespace simulate
