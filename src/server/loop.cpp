// Feeds server/connection with events of sockets, signals and the clock, and sends its output.
#include "loop.hpp"

#include <linux/sockios.h>
#include <sys/ioctl.h>

#include <climits>

namespace callbox::net {

namespace {

constexpr std::size_t own_sources = 4;  // signals, completions, reports, events
constexpr unsigned offers_a_turn = 16;  // of events to a connection: 0.1 ms
constexpr std::size_t accepts_a_turn = 64;
constexpr unsigned watched_at_once = 16;  // new connections to watch first, after an early read

// Epoll always reports hang-ups.
std::uint8_t interest_in(phase p) {
    if (p == phase::calling || p == phase::closing) return 0;
    return p == phase::writing ? EPOLLOUT : EPOLLIN;
}

}  // namespace

// Reserves memory for all connections in advance; its pages are not touched until they are used.
loop::loop(site::site& answers, const limits& bounds, std::vector<listener> listeners,
           const system::stop_signals& stop, std::atomic<std::size_t>& connection_total,
           observe::logger& log, deferred_calls& deferred, credentials& who)
    : log_(&log),
      deferred_(&deferred),
      stop_(&stop),
      credentials_(&who),
      connection_total_(&connection_total),
      listeners_(std::make_move_iterator(listeners.begin()),
                 std::make_move_iterator(listeners.end())),
      signals_{[](loop& own, event_source&, std::uint32_t) { own.on_signal(); }},
      completions_{[](loop& own, event_source&, std::uint32_t) { own.on_completions(); }},
      reports_{[](loop& own, event_source&, std::uint32_t) { own.supervisor_->on_readable(); }},
      published_{[](loop&, event_source&, std::uint32_t) {}},  // offer_events() follows
      common_(answers, bounds, ticks_in_ms(step_ms_max)),
      slots_(bounds.connections_max + refused_max, common_),
      events_max_(own_sources + listeners_.size() + bounds.connections_max + refused_max),
      events_(new epoll_event[events_max_]) {
    for (watched_listener& l : listeners_)
        l.on_event = [](loop&, event_source& ready, std::uint32_t) {
            static_cast<watched_listener&>(ready).is_ready = true;
        };
    queue_.reserve(bounds.connections_max + refused_max);
    served_.reserve(bounds.connections_max + refused_max);
}

std::string loop::open() {
    epoll_ = fd(::epoll_create1(EPOLL_CLOEXEC));
    if (!epoll_) return std::string("cannot wait for events: ") + std::strerror(errno);
    if (!control(EPOLL_CTL_ADD, stop_->get(), EPOLLIN | EPOLLET, &signals_) || !watch_listeners())
        return std::string("cannot wait for connections: ") + std::strerror(errno);
    const int reports = supervisor_ == nullptr ? -1 : supervisor_->get();
    if (reports != -1 && !control(EPOLL_CTL_ADD, reports, EPOLLIN, &reports_))
        return std::string("cannot wait for a successor: ") + std::strerror(errno);
    if (std::string problem = deferred_->open(); !problem.empty()) return problem;
    if (!control(EPOLL_CTL_ADD, deferred_->get(), EPOLLIN, &completions_))
        return std::string("cannot wait for blocking methods: ") + std::strerror(errno);
    events::hub* const events = common_.site->events();
    if (events == nullptr) return "";
    if (std::string problem = events->open(*log_); !problem.empty()) return problem;
    if (!control(EPOLL_CTL_ADD, events->get(), EPOLLIN, &published_))
        return std::string("cannot wait for events: ") + std::strerror(errno);
    return "";
}

void loop::run() {
    assert(epoll_);
    if (common_.site->authenticates()) renew_at_ = now_ms();
    while (stage_ != stage::over) turn();
    cut_off_ = not_done();
    abandon_calls();  // before the pool stops
    on_completions();
    deferred_->end_pending(common_.site->dispatcher());
    for (watched_listener& l : listeners_) l.socket.close();  // still open after a second signal
}

// Input that arrived in time is read before any deadline expires, even if a method took long.
// Connections are accepted after all events: a client that closes one and opens another needs only
// one slot. A turn in the same millisecond as the last accepts at most one connection per event:
// more calls of accept() would often find none, and epoll reports the remaining connections
// immediately.
void loop::turn() {
    const std::span ready(events_.get(), wait());
    const time_ms before = std::exchange(now_, now_ms());
    if (const std::int64_t second = wall_clock_s(); second != second_) {
        second_ = second;
        date_ = http_date(second);
        common_.date = date_;
    }
    if (now_ >= renew_at_) renew_callers();
    for (std::size_t i = 0; i < ready.size(); ++i) {
        if (i + 1 < ready.size()) prefetch_slot(ready[i + 1].data.ptr);
        event_source& source = *static_cast<event_source*>(ready[i].data.ptr);
        source.on_event(*this, source, ready[i].events);
    }
    may_refuse_ = std::exchange(refuses_next_, false);
    const std::size_t most = now_ == before ? ready.size() : accepts_a_turn;
    for (watched_listener& l : listeners_)
        if (std::exchange(l.is_ready, false)) accept_some(l, most);
    run_queued();
    if (common_.site->events() != nullptr) offer_events();
    expire();
    if (now_ >= accept_at_ && !watch_listeners()) pause_accepting(errno);
    if (supervisor_ != nullptr) supervisor_->tick(now_);
    if (stage_ != stage::serving) drain();
    slots_.reuse_returned();
    log_->flush();
}

std::size_t loop::wait() {
    const time_ms until = std::min({deadlines_.next(), accept_at_, renew_at_, stage_end_,
                                    silent_end_, deferred_->next_due(), log_->next_due(),
                                    supervisor_ == nullptr ? never : supervisor_->next_due()});
    int timeout = -1;
    if (!queue_.empty() || has_events_) timeout = 0;
    else if (until != never)
        timeout = static_cast<int>(std::clamp<time_ms>(until - now_ms(), 0, INT_MAX));
    const int most = static_cast<int>(events_max_);
    const unsigned turned = heartbeat_.load(std::memory_order_relaxed);
    heartbeat_.store(turned + 1, std::memory_order_relaxed);
    const int count =
        retried([&] { return ::epoll_wait(epoll_.get(), events_.get(), most, timeout); });
    heartbeat_.store(turned + 2, std::memory_order_relaxed);
    assert(count != -1);
    return static_cast<std::size_t>(count);
}

// Skips connections closed in this turn, and queued connections that have not hung up.
void loop::on_slot(slot& s, std::uint32_t events) {
    const bool has_left = (events & (EPOLLERR | EPOLLHUP)) != 0;
    if ((events & EPOLLOUT) != 0 && s.link.has_unsent_events()) {
        send(s);
        settle(s);
        if (events == EPOLLOUT) return;
    }
    if (s.link.current() == phase::closed || (s.queued && !has_left)) return;
    if (s.link.current() == phase::writing) return follow(s);
    if (s.queued || interest_in(s.link.current()) == 0) return s.link.close(), settle(s);
    read(s);
}

void loop::read(slot& s) {
    const std::span<char> to = s.link.room(now_);
    if (!to.empty()) {
        const auto count =
            retried([&] { return ::recv(s.socket.get(), to.data(), to.size(), 0); });
        if (count > 0) {
            if (s.state == slot::life::silent) s.state = slot::life::active;
            s.drained = static_cast<std::size_t>(count) < to.size();
            counts_.received.add(static_cast<std::uint64_t>(count));
            look_ahead(s);
            s.link.received(static_cast<std::size_t>(count), now_);
        } else if (count == 0) {
            s.link.ended(now_);
        } else if (errno != EAGAIN || is_over_for(s)) {
            s.link.close();
        } else if (s.events == slot::unwatched) {
            skip_early_reads_ = watched_at_once;
        }
    }
    follow(s);
}

// A short read has emptied the socket: epoll(7). While the loop drains, an answer that closes must
// not drop a request that has arrived since.
void loop::look_ahead(slot& s) {
    common_.served = &s;
    deferred_->assign_to(s);
    common_.more_arrived = !s.drained;
    if (stage_ == stage::serving) return;
    char next = 0;
    common_.more_arrived =
        retried([&] { return ::recv(s.socket.get(), &next, 1, MSG_PEEK); }) == 1;
}

void loop::send(slot& s) {
    const std::string_view out = s.link.unsent();
    const auto count = retried(
        [&] { return ::send(s.socket.get(), out.data(), out.size(), MSG_NOSIGNAL); });
    if (count == -1 && errno != EAGAIN) return s.link.close();
    if (count > 0) counts_.sent.add(static_cast<std::uint64_t>(count));
    s.link.sent(count == -1 ? 0 : static_cast<std::size_t>(count), now_);
}

// Bytes sent but not accepted by the peer: unread bytes of a unix socket, which decrease in steps
// of up to half the buffer, or unacknowledged bytes of TCP.
std::size_t loop::queued(const slot& s) const {
    int count = 0;
    return ::ioctl(s.socket.get(), SIOCOUTQ, &count) == 0 ? static_cast<std::size_t>(count) : 0;
}

// Called after each call of a connection, to act on its phase. A connection that stays open is
// watched before it is answered: if its client closes it and opens another, the close is reported
// first.
void loop::follow(slot& s) {
    const bool answers = s.link.current() == phase::writing;
    const bool is_new = s.events == slot::unwatched;
    if (answers && is_new && !s.link.closes_when_sent()) watch(s, phase::idle);
    if (s.link.current() == phase::writing) send(s);
    settle(s);
}

// Whether the connection is idle and can be closed, after reading input that has already arrived. A
// client that has just connected is about to send; closing its connection would cost a proxy a
// request. After a handover each connection serves one more request, with an answer that closes it,
// so no request crosses the close.
bool loop::is_over_for(const slot& s) const {
    const bool is_patient = handed_over_ && stop_requests_ == 0;
    const bool is_silent = s.state == slot::life::silent && silent_end_ != never;
    const bool is_idle = s.link.current() == phase::idle && !s.link.runnable();
    return stage_ == stage::closing && is_idle && !is_patient && !is_silent;
}

void loop::settle(slot& s) {
    if (s.link.current() != phase::closed) watch(s, s.link.current());
    const phase now_in = s.link.current();
    const phase before = s.settled;
    if (before != now_in) count_in(s, now_in);
    if (now_in == phase::closed) return release(s);
    if (now_in == phase::lingering && before != phase::lingering)
        (void)::shutdown(s.socket.get(), SHUT_WR);
    const auto kind = static_cast<std::size_t>(now_in);
    const time_ms due = s.link.deadline();
    if (due == never) deadlines_.clear(s);
    else if (s.kind() != kind || s.due() != due) deadlines_.set(s, kind, due);
    const bool has_turn = s.link.runnable() || is_over_for(s);
    if (has_turn && !std::exchange(s.queued, true)) queue_.push_back(&s);
    assert(s.is_settled());
}

// Registers the events of the phase with epoll, or drops the connection. Only adding can fail.
void loop::watch(slot& s, phase p) {
    std::uint8_t events = interest_in(p);
    if (s.link.has_unsent_events()) events |= EPOLLOUT;
    if (s.events == events) return;
    const bool is_new = s.events == slot::unwatched;
    const int operation = is_new ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
    if (control(operation, s.socket.get(), events, &s) || !is_new) {
        s.events = events;
        return;
    }
    log_->warn(fixed_text{"a connection is dropped: ", std::strerror(errno)});
    s.link.close();
}

// Closed connections are not counted.
void loop::count_in(slot& s, phase p) {
    const phase before = std::exchange(s.settled, p);
    if (before != phase::closed) counts_.in[static_cast<std::size_t>(before)].decrement();
    if (p != phase::closed) counts_.in[static_cast<std::size_t>(p)].add();
}

void loop::release(slot& s) {
    deadlines_.clear(s);
    s.socket.close();
    s.events = slot::unwatched;
    if (std::exchange(s.state, slot::life::free) == slot::life::refused) --refused_;
    else connection_total_->fetch_sub(1, std::memory_order_relaxed);
    assert(s.is_settled());
    slots_.give_back(s);
    if (accept_at_ != never) accept_at_ = now_;
}

// Runs a step of each queued connection, and reads new ones; connections queued meanwhile wait for
// the next turn. A connection that is over reads arrived input once: a client that never stops
// sending delays neither others nor the shutdown.
void loop::run_queued() {
    served_.swap(queue_);
    for (slot* s : served_) {
        s->queued = false;
        if (s->link.current() == phase::closed) continue;
        if (s->events == slot::unwatched || is_over_for(*s)) {
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
    while (const rpc::job* const late = deferred_->take_due(now_)) {
        slot& s = *static_cast<slot*>(late->owner);
        s.link.fill(rpc::executor::ticket_of(*late), nullptr);
        settle(s);
    }
}

void loop::on_completions() {
    const auto pass = [this](const rpc::job& of, const rpc::report& one) {
        slot& s = *static_cast<slot*>(of.owner);
        const bool is_wanted = s.link.pass(one, now_);
        if (s.link.has_unsent_events()) send(s);
        settle(s);
        return is_wanted;
    };
    for (rpc::jobs all = deferred_->collect(pass); !all.empty(); all.pop_front()) {
        rpc::job& done = all.front();
        done.end_unanswered(common_.site->dispatcher());
        if (!done.awaited) continue;
        slot& s = *static_cast<slot*>(done.owner);
        s.link.fill(rpc::executor::ticket_of(done), std::move(done.result));
        settle(s);
    }
}

void loop::abandon_calls() {
    for (slot& s : slots_.all()) {
        if (s.link.waits_for() == 0) continue;
        s.link.abandon_all();
        settle(s);
    }
}

// Sends what was published to the subscribers, after the calls of the turn. The rest waits for
// later turns.
void loop::offer_events() {
    events::hub& events = *common_.site->events();
    const bool is_behind = events.collect();
    for (unsigned offers = 0; offers < offers_a_turn; ++offers) {
        slot* const s = static_cast<slot*>(events.next_due());
        has_events_ = s != nullptr || is_behind;
        if (s == nullptr) return;
        s->link.offer_events(now_);
        if (s->link.has_unsent_events()) send(*s);
        follow(*s);
    }
}

bool loop::control(int operation, int descriptor, std::uint32_t events, event_source* to) {
    epoll_event event{};
    event.events = events;
    event.data.ptr = to;
    return ::epoll_ctl(epoll_.get(), operation, descriptor, &event) == 0;
}

}  // namespace callbox::net
