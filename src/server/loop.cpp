// Gives server/connection what sockets, signals and the clock report, and sends what it answers.
#include "loop.hpp"

#include "base/fixed_text.hpp"
#include "retry.hpp"

#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <climits>
#include <cstring>
#include <new>
#include <string>
#include <utility>

namespace callbox::net {

namespace {

constexpr time_ms silent_rest_ms = 250;
constexpr std::uint64_t signal_token = 0;
constexpr std::uint64_t back_token = UINT64_MAX;
constexpr std::uint64_t supervisor_token = UINT64_MAX - 1;

std::uint32_t interest_in(phase p) {
    if (p == phase::calling) return 0;  // epoll always reports its end
    return p == phase::writing ? EPOLLOUT : EPOLLIN;
}

}  // namespace

// Takes room for all connections at once, so that none has to be found when they come; its pages
// are touched only then.
loop::loop(site::site& answers, const limits& bounds, std::vector<listener> listeners,
           const process::stop_signals& stop, std::atomic<std::size_t>& together, log& journal,
           desk* slow, callers* who)
    : bounds_(&bounds),
      journal_(&journal),
      slow_(slow),
      stop_(&stop),
      callers_(who),
      together_(&together),
      listeners_(std::move(listeners)),
      common_(answers, bounds),
      slots_(bounds.connections_max + surplus_max, common_),
      events_max_(2 + listeners_.size() + bounds.connections_max + surplus_max),
      events_(new epoll_event[events_max_]) {
    queue_.reserve(bounds.connections_max + surplus_max);
    served_.reserve(bounds.connections_max + surplus_max);
}

std::string loop::open() {
    epoll_ = fd(::epoll_create1(EPOLL_CLOEXEC));
    if (!epoll_) return std::string("cannot wait for events: ") + std::strerror(errno);
    if (!control(EPOLL_CTL_ADD, stop_->get(), EPOLLIN | EPOLLET, signal_token) ||
        !watch_listeners())
        return std::string("cannot wait for connections: ") + std::strerror(errno);
    if (supervisor_ != nullptr && supervisor_->get() != -1 &&
        !control(EPOLL_CTL_ADD, supervisor_->get(), EPOLLIN, supervisor_token))
        return std::string("cannot wait for a successor: ") + std::strerror(errno);
    if (slow_ == nullptr) return "";
    if (std::string problem = slow_->open(); !problem.empty()) return problem;
    if (!control(EPOLL_CTL_ADD, slow_->get(), EPOLLIN, back_token))
        return std::string("cannot wait for blocking methods: ") + std::strerror(errno);
    return "";
}

void loop::run() {
    assert(epoll_);
    while (stage_ != stage::over) turn();
    cut_off_ = not_done();
    for (listener& l : listeners_) l.close();  // those that a second signal has left open
}

// Reads what was sent in time before any deadline expires, even if a method took long.
void loop::turn() {
    const int count = wait();
    now_ = now_ms();
    if (const std::int64_t second = wall_clock_s(); second != second_) {
        second_ = second;
        date_ = http_date(second);
        common_.date = date_.view();
    }
    for (int i = 0; i < count; ++i) on_event(events_[static_cast<std::size_t>(i)]);
    run_queued();
    expire();
    if (now_ >= accept_at_ && !watch_listeners()) rest(errno);
    if (supervisor_ != nullptr) supervisor_->look(now_);
    if (stage_ != stage::serving) drain();
    slots_.reuse_returned();
    journal_->flush();
}

int loop::wait() {
    const time_ms slow_due = slow_ == nullptr ? never : slow_->next_due();
    const time_ms look_due = supervisor_ == nullptr ? never : supervisor_->next_due();
    const time_ms until = std::min(
        {deadlines_.next(), accept_at_, stage_end_, silent_end_, slow_due, look_due});
    int timeout = -1;
    if (!queue_.empty()) {
        timeout = 0;
    } else if (until != never) {
        timeout = static_cast<int>(std::clamp<time_ms>(until - now_ms(), 0, INT_MAX));
    }
    const int most = static_cast<int>(events_max_);
    const unsigned turned = beat_.load(std::memory_order_relaxed);
    beat_.store(turned + 1, std::memory_order_relaxed);
    const int count =
        retried([&] { return ::epoll_wait(epoll_.get(), events_.get(), most, timeout); });
    beat_.store(turned + 2, std::memory_order_relaxed);
    assert(count != -1);
    return count;
}

void loop::on_event(const epoll_event& event) {
    const std::uint64_t token = event.data.u64;
    if (token == signal_token) return on_signal();
    if (token == back_token) return on_back();
    if (token == supervisor_token) return supervisor_->on_report();
    const auto place = static_cast<std::size_t>(token - 1);
    if (place >= listeners_.size()) return on_slot(slots_.all()[place - listeners_.size()]);
    if (accept_at_ == never) accept_some(listeners_[place], token);
}

// Skips a connection that has closed in this turn, or that has a turn in the queue.
void loop::on_slot(slot& s) {
    if (s.link.current() == phase::closed || s.queued) return;
    if (s.link.current() == phase::writing) return follow(s);
    if (s.link.current() == phase::calling) s.link.close();  // epoll reports nothing but its end
    if (s.link.current() == phase::closed) return settle(s);
    read(s);
}

void loop::read(slot& s) {
    const std::span<char> to = s.link.room(now_);
    if (!to.empty()) {
        const auto count =
            retried([&] { return ::recv(s.socket.get(), to.data(), to.size(), 0); });
        if (count > 0) {
            s.silent = false;
            counts_.received.add(static_cast<std::uint64_t>(count));
            look_ahead(s);
            s.link.received(static_cast<std::size_t>(count), now_);
        } else if (count == 0) {
            s.link.ended(now_);
        } else if (!is_wait(errno) || is_over_for(s)) {
            s.link.close();
        }
    }
    follow(s);
}

// While it drains: an answer that closes must not drop a request that has arrived behind it.
void loop::look_ahead(const slot& s) {
    if (stage_ == stage::serving) return;
    char next = 0;
    common_.more_arrived =
        retried([&] { return ::recv(s.socket.get(), &next, 1, MSG_PEEK); }) == 1;
}

void loop::send(slot& s) {
    const std::string_view out = s.link.unsent();
    const auto count = retried(
        [&] { return ::send(s.socket.get(), out.data(), out.size(), MSG_NOSIGNAL); });
    if (count == -1 && !is_wait(errno)) return s.link.close();
    if (count > 0) counts_.sent.add(static_cast<std::uint64_t>(count));
    s.link.sent(count == -1 ? 0 : static_cast<std::size_t>(count), now_);
}

// Bytes that the peer has not taken: of a unix socket those not read, which shrink in steps of up
// to half the buffer; of TCP those not acknowledged.
std::size_t loop::queued(const slot& s) const {
    int count = 0;
    return ::ioctl(s.socket.get(), SIOCOUTQ, &count) == 0 ? static_cast<std::size_t>(count) : 0;
}

// After each call of a connection: does what its phase asks for.
void loop::follow(slot& s) {
    if (s.link.current() == phase::writing) send(s);
    settle(s);
}

// Whether it has nothing to do and no request is waited for. What has reached this machine is still
// read. A client that has just connected is about to send: a proxy would lose a request. While
// another process serves, each connection may be used once more, and the answer tells the client to
// take another: so no request crosses its end.
bool loop::is_over_for(const slot& s) const {
    const bool is_patient = handed_over_ && wishes_to_stop_ == 0;
    const bool is_awaited = is_patient || (s.silent && silent_end_ != never);
    return stage_ == stage::closing && !is_awaited && s.link.current() == phase::idle &&
           !s.link.runnable();
}

void loop::settle(slot& s) {
    const phase now_in = s.link.current();
    if (slow_ != nullptr) slow_->belong_to(s);
    if (s.counted != now_in) count_in(s, now_in);
    if (now_in == phase::closed) return release(s);
    if (now_in == phase::lingering && !std::exchange(s.ended, true))
        (void)::shutdown(s.socket.get(), SHUT_WR);
    const auto kind = static_cast<std::size_t>(now_in);
    const time_ms due = s.link.deadline();
    if (due == never) deadlines_.clear(s);
    else if (s.kind() != kind || s.due() != due) deadlines_.set(s, kind, due);
    const std::uint32_t interest = interest_in(now_in);
    if (std::exchange(s.interest, interest) != interest)
        (void)control(EPOLL_CTL_MOD, s.socket.get(), interest, token_of(s));
    const bool has_turn = s.link.runnable() || is_over_for(s);
    if (has_turn && !std::exchange(s.queued, true)) queue_.push_back(&s);
}

// Closed connections are not counted.
void loop::count_in(slot& s, phase p) {
    const phase before = std::exchange(s.counted, p);
    if (before != phase::closed) counts_.in[static_cast<std::size_t>(before)].take_away();
    if (p != phase::closed) counts_.in[static_cast<std::size_t>(p)].add();
}

void loop::release(slot& s) {
    deadlines_.clear(s);
    if (slow_ != nullptr) slow_->forget(s, common_.site->counts().calls);
    s.socket.close();
    if (s.surplus) --surplus_;
    else together_->fetch_sub(1, std::memory_order_relaxed);
    slots_.give_back(s);
    if (accept_at_ != never) accept_at_ = now_;
}

// Runs a step of each that had work left when the turn began. One that is over reads what has
// arrived, once: a client that never stops sending keeps neither others nor the end waiting.
void loop::run_queued() {
    served_.swap(queue_);
    for (slot* s : served_) {
        s->queued = false;
        if (is_over_for(*s)) {
            read(*s);
        } else if (s->link.runnable()) {
            look_ahead(*s);
            s->link.run(now_);
            follow(*s);
        }
    }
    served_.clear();
}

void loop::expire() {
    while (deadlines::entry* e = deadlines_.take_due(now_)) {
        slot& s = static_cast<slot&>(*e);
        s.link.expired(now_, s.link.current() == phase::writing ? queued(s) : 0);
        follow(s);
    }
    if (slow_ != nullptr) give_up_calls(now_);
}

void loop::on_back() {
    for (std::unique_ptr<job> one = slow_->collect(); one != nullptr; one = std::move(one->next)) {
        slot* const s = slow_->waited(one->ticket);
        if (s == nullptr) continue;
        const bytes& response = one->what.response;  // empty: the call was not begun in time
        if (response.empty() && !response.overflowed()) s->link.give_up(one->ticket);
        else s->link.fill(one->ticket, std::move(one->what));
        settle(*s);
    }
}

void loop::on_signal() {
    wishes_to_stop_ = stop_->wishes();
    const bool is_handed_over = stop_->handed_over();
    if ((wishes_to_stop_ != 0 || is_handed_over) && stage_ == stage::serving) {
        stage_ = stage::draining;
        handed_over_ = is_handed_over;
        stage_end_ = now_ + (handed_over_ ? 0 : bounds_->drain_delay_ms);
        common_.draining = true;
        if (supervisor_ != nullptr)
            supervisor_->stopping(together_->load(std::memory_order_relaxed));
    }
    if (handed_over_ && stage_ == stage::closing) end_idle();
    if (supervisor_ != nullptr) supervisor_->on_signal();
    journal_->look_again();
    if (const unsigned questions = stop_->questions(); questions != questions_) {
        questions_ = questions;
        tell_connections();
    }
    const unsigned hangups = stop_->hangups();
    if (std::exchange(hangups_, hangups) == hangups) return;
    if (supervisor_ != nullptr) supervisor_->reloading();
    if (callers_ != nullptr) admit_callers(hangups);
    if (supervisor_ != nullptr) supervisor_->reloaded();
}

// Without memory it goes on with the tokens that it has.
void loop::admit_callers(unsigned hangups) try {
    common_.site->admit(callers_->tokens_after(hangups, *journal_));
} catch (const std::bad_alloc&) {
    journal_->line("SIGHUP: the tokens stay as they were: memory has run out");
}

void loop::drain() {
    if (wishes_to_stop_ > 1) {
        stage_ = stage::over;
    } else if (stage_ == stage::draining && now_ >= stage_end_) {
        stage_ = stage::closing;
        stage_end_ = now_ + bounds_->drain_timeout_ms;
        silent_end_ = now_ + silent_rest_ms;
        close_listeners();
        end_idle();
    } else if (now_ >= silent_end_) {
        silent_end_ = never;
        end_idle();
    }
    const bool is_empty = slots_.taken() == 0 && (slow_ == nullptr || slow_->is_empty());
    if (stage_ != stage::closing || !(is_empty || now_ >= stage_end_)) return;
    if (slow_ != nullptr) give_up_calls(never);
    run_queued();
    if (const std::size_t left = not_done(); left != 0)
        journal_->line(sentence{"drain-timeout-ms is over: connections that are closed: ",
                                digits(static_cast<std::int64_t>(left))});
    stage_ = stage::over;
}

// Counts connections, but for those that linger: they have their answers.
std::size_t loop::not_done() const {
    const auto at = static_cast<std::size_t>(phase::lingering);
    return slots_.taken() - static_cast<std::size_t>(counts_.in[at].get());
}

void loop::end_idle() {
    for (slot& s : slots_.all())
        if (is_over_for(s)) read(s);
}

// Gives up the calls that are due by then, and tells their connections.
void loop::give_up_calls(time_ms due) {
    for (auto late = slow_->take_due(due); late.first != 0; late = slow_->take_due(due)) {
        late.second->link.give_up(late.first);
        settle(*late.second);
    }
}

bool loop::control(int operation, int descriptor, std::uint32_t events, std::uint64_t token) {
    epoll_event event{};
    event.events = events;
    event.data.u64 = token;
    return ::epoll_ctl(epoll_.get(), operation, descriptor, &event) == 0;
}

}  // namespace callbox::net
