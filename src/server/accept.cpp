// Accepts pending connections and assigns each a slot of server/loop.
#include "loop.hpp"

namespace callbox::net {

namespace {

constexpr time_ms accept_rest_ms = 100;

// Whether an error of accept() concerns a single peer, and the next call may succeed: accept(2).
// Other errors, mainly lack of descriptors or memory, persist for a while.
bool is_of_one_peer(int error) {
    constexpr std::array errors{ECONNABORTED, EPROTO,   ENOPROTOOPT,  ENETDOWN,    ENETUNREACH,
                                EHOSTDOWN,    ENONET,   EHOSTUNREACH, EOPNOTSUPP, EPERM,
                                ETIMEDOUT};
    return std::ranges::find(errors, error) != errors.end();
}

}  // namespace

// The kernel wakes the first loop in the wait queue of a shared socket. After accepting, a loop
// moves to the end of the queue; otherwise it would get every connection.
void loop::accept_some(watched_listener& from, std::size_t most) {
    if (accept_at_ != never) return;
    const bool is_shared = from.socket.is_shared();
    for (std::size_t i = 0; i < (is_shared ? 1 : most); ++i)
        if (puts_off_refusal(i == 0) || !accept_one(from.socket)) return;
    if (!is_shared) return;
    (void)control(EPOLL_CTL_DEL, from.socket.get(), 0);
    if (!control(EPOLL_CTL_ADD, from.socket.get(), EPOLLIN | EPOLLEXCLUSIVE, &from))
        pause_accepting(errno);
}

// A refusal waits one turn: while epoll_wait() collects events, a client may close a connection and
// open another, and only the second is reported.
bool loop::puts_off_refusal(bool is_pending) {
    const std::size_t count = connection_total_->load(std::memory_order_relaxed);
    const bool puts_off = count >= common_.bounds->connections_max && !may_refuse_;
    if (puts_off && is_pending) refuses_next_ = true;
    return puts_off;
}

// Returns false if no connection is pending, or if accepting is paused.
bool loop::accept_one(const listener& from) {
    sockaddr_storage other{};
    socklen_t length = sizeof other;
    auto* const name = reinterpret_cast<sockaddr*>(&other);
    fd socket(retried(
        [&] { return ::accept4(from.get(), name, &length, SOCK_NONBLOCK | SOCK_CLOEXEC); }));
    if (socket) {
        const peer who(other, socket.get());
        counts_.accepted.add();
        admit(std::move(socket), who, from);
        return true;
    }
    if (is_of_one_peer(errno)) return true;
    if (errno == EAGAIN) accept_failed_ = false;  // no connection is pending
    else pause_accepting(errno);
    return false;
}

// A new connection is first read at the end of this turn; if it is answered and closed then, epoll
// never watches it. If its request has not arrived by then, the server is faster than its clients,
// and the next connections are watched immediately.
void loop::admit(fd socket, const peer& from, const listener& by) {
    slot* s = slots_.take();
    if (s == nullptr) return counts_.dropped.add();
    const bool is_allowed = credentials_->may_connect(from);
    s->socket = std::move(socket);
    s->from = from;
    s->on_event = [](loop& own, event_source& ready, std::uint32_t events) {
        own.on_slot(static_cast<slot&>(ready), events);
    };
    s->accepted_at = now_;
    const bool is_refused = !is_allowed || !count_in();
    s->state = is_refused ? slot::life::refused : slot::life::silent;
    if (is_refused && ++refused_ > refused_max) return counts_.dropped.add(), release(*s);
    s->link.open(now_, &s->from, by.serves());
    count_in(*s, s->link.current());
    if (is_refused) return s->link.turn_away(now_, is_allowed), follow(*s);
    if (skip_early_reads_ > 0) return --skip_early_reads_, follow(*s);
    if (!std::exchange(s->queued, true)) queue_.push_back(s);
}

// Increments the connection count of all loops. Returns false if connections_max are open.
bool loop::count_in() {
    std::size_t count = connection_total_->load(std::memory_order_relaxed);
    while (count < common_.bounds->connections_max)
        if (connection_total_->compare_exchange_weak(count, count + 1, std::memory_order_relaxed))
            return true;
    return false;
}

// Otherwise epoll would keep reporting the connection that cannot be accepted.
void loop::pause_accepting(int error) {
    if (!std::exchange(accept_failed_, true))
        log_->warn(fixed_text{"cannot accept connections: ", std::strerror(error)});
    for (const watched_listener& l : listeners_)
        (void)control(EPOLL_CTL_DEL, l.socket.get(), 0);
    accept_at_ = now_ + accept_rest_ms;
}

bool loop::watch_listeners() {
    accept_at_ = never;
    bool watched = true;
    for (watched_listener& l : listeners_)
        watched = control(EPOLL_CTL_ADD, l.socket.get(), EPOLLIN | EPOLLEXCLUSIVE, &l) && watched;
    return watched;
}

// Peers in the accept queue consider themselves connected. As many as possible are accepted, and
// their requests are read in the next turn. After a handover, the queue and the socket file belong
// to the other process.
void loop::close_listeners() {
    for (watched_listener& each : listeners_) {
        listener& l = each.socket;
        if (handed_over_) l.file().let_go();
        if (const std::string problem = l.file().remove(); !problem.empty()) log_->warn(problem);
        std::size_t left = SOMAXCONN + common_.bounds->connections_max;
        while (!handed_over_ && left-- > 0 && accept_one(l)) slots_.reuse_returned();
        (void)control(EPOLL_CTL_DEL, l.get(), 0);  // the socket may be open elsewhere
        l.close();
    }
    accept_at_ = never;
}

}  // namespace callbox::net
