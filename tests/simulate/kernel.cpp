// Simulates the loop's system calls as on Linux, with occasional failures that the manual pages
// permit.
#include "kernel.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace simulate {

namespace {

int fail(int error) {
    errno = error;
    return -1;
}

}  // namespace

bool kernel::connect(link& l, std::size_t listener) {
    if (!is_listening(listener)) return false;
    queues_[listener].push_back(&l);
    ++activity;
    return true;
}

void kernel::reset(link& l) {
    l.reset = l.fin = true;
    l.out = 0;
}

bool kernel::is_listening(std::size_t listener) const {
    return std::any_of(all_.begin(), all_.end(), [&](const descriptor& d) {
        return d.kind == kind::listener && d.listener == listener;
    });
}

// The lowest free number, as POSIX requires.
int kernel::take(kind wanted) {
    auto at = std::find_if(all_.begin(), all_.end(),
                           [](const descriptor& d) { return d.kind == kind::none; });
    if (at == all_.end()) at = all_.insert(all_.end(), descriptor{});
    *at = {};
    at->kind = wanted;
    return first_descriptor + static_cast<int>(at - all_.begin());
}

kernel::descriptor* kernel::find(int number, kind wanted) {
    const auto at = static_cast<std::size_t>(number - first_descriptor);
    if (number < first_descriptor || at >= all_.size() || all_[at].kind != wanted) return nullptr;
    return &all_[at];
}

int kernel::make_epoll() { return take(kind::epoll); }
int kernel::make_event() { return take(kind::event); }

int kernel::make_listener() {
    const int made = take(kind::listener);
    find(made, kind::listener)->listener = queues_.size();
    queues_.emplace_back();
    return made;
}

int kernel::duplicate(int number) {
    const descriptor* from = find(number, kind::listener);
    if (from == nullptr) return fail(EBADF);
    const std::size_t listener = from->listener;
    const int made = take(kind::listener);
    find(made, kind::listener)->listener = listener;
    return made;
}

int kernel::accept(int number) {
    static constexpr std::array errors{ECONNABORTED, EMFILE, ENFILE, ENOBUFS, ENOMEM,
                                       EINTR,        EPROTO, EPERM,  EMFILE,  EHOSTUNREACH};
    descriptor* d = find(number, kind::listener);
    if (d == nullptr) return fail(EBADF);
    std::deque<link*>& queue = queues_[d->listener];
    if (!queue.empty() && (now < exhausted_until_ || luck.one_in(bad.accept))) {
        const int error =
            now < exhausted_until_ ? ENFILE : errors[luck.below(errors.size())];
        journal.line(now, "accept fails", error);
        const bool one_peer = error == ECONNABORTED || error == EPROTO || error == EHOSTUNREACH;
        if (one_peer) {
            drop(*queue.front());
            queue.pop_front();
            ++activity;
        } else if (error != EINTR && error != EPERM) {
            if (now >= exhausted_until_)
                exhausted_until_ = now + static_cast<micros>(luck.scaled(1'000'000));
            if (stopping) ++stop_failures;
        }
        return fail(error);
    }
    if (queue.empty()) return fail(EAGAIN);
    link& l = *queue.front();
    queue.pop_front();
    const int made = take(kind::stream);
    find(made, kind::stream)->stream = &l;
    l.descriptor = made;
    l.accepted = true;
    ++activity;
    journal.line(now, "accept", l.client, made);
    around.on_accept(l);
    return made;
}

void kernel::drop(link& l) {
    reset(l);
    l.failed = l.closed = true;
    around.on_refused(l);
}

int kernel::control(int operation, int number, const epoll_event* event) {
    const auto at = static_cast<std::size_t>(number - first_descriptor);
    if (number < first_descriptor || at >= all_.size() || all_[at].kind == kind::none)
        return fail(EBADF);
    descriptor& d = all_[at];
    if (operation == EPOLL_CTL_ADD) {
        if (d.watched) return fail(EEXIST);
        const bool may_fail = d.kind == kind::stream || d.kind == kind::listener;
        if (may_fail && luck.one_in(bad.control)) {
            journal.line(now, "epoll_ctl fails", number);
            if (d.stream != nullptr) d.stream->failed = true;
            return fail(luck.one_in(2) ? ENOMEM : ENOSPC);
        }
    } else if (!d.watched) {
        return fail(ENOENT);
    }
    if (operation == EPOLL_CTL_MOD && ((d.events | event->events) & EPOLLEXCLUSIVE) != 0)
        return fail(EINVAL);
    ++activity;
    d.watched = operation != EPOLL_CTL_DEL;
    d.events = event->events;
    d.token = event->data.u64;
    d.edge = true;
    return 0;
}

// The rest after a short read behaves like input that arrives just after it.
ssize_t kernel::recv(int number, void* to, std::size_t size, int flags) {
    const descriptor* d = find(number, kind::stream);
    if (d == nullptr) return fail(EBADF);
    link& l = *d->stream;
    const ssize_t count = receive(l, to, size, flags);
    if (count > 0 || flags == MSG_PEEK) l.emptied = count < static_cast<ssize_t>(size);
    return count;
}

ssize_t kernel::receive(link& l, void* to, std::size_t size, int flags) {
    assert(size > 0);
    if (luck.one_in(bad.interrupt)) return fail(EINTR);
    if (!stopping && luck.one_in(bad.again)) {
        ++activity;
        l.spurious = true;
        return fail(EAGAIN);
    }
    if (flags == 0 && luck.one_in(bad.reset)) {
        journal.line(now, "recv fails", l.client);
        l.failed = true;
        reset(l);
        l.in_at = l.in.size();
    }
    if (l.unread() > 0) {
        std::size_t count = std::min(size, l.unread());
        if (!stopping && flags == 0 && luck.one_in(bad.cut)) count = luck.scaled(count - 1) + 1;
        std::memcpy(to, l.in.data() + l.in_at, count);
        if (flags == MSG_PEEK) return static_cast<ssize_t>(count);
        l.in_at += count;
        l.read += count;
        if (l.in_at == l.in.size()) {
            l.in.clear();
            l.in_at = 0;
        }
        ++activity;
        journal.line(now, "recv", l.client, static_cast<std::int64_t>(count));
        around.on_read(l, count);
        return static_cast<ssize_t>(count);
    }
    if (l.reset) {
        if (l.reset_reported) return 0;
        l.reset_reported = true;
        return fail(luck.one_in(10) ? ETIMEDOUT : ECONNRESET);
    }
    if (!l.fin) return fail(EAGAIN);
    ++activity;
    journal.line(now, "recv end", l.client);
    if (flags == 0) around.on_read(l, 0);
    return 0;
}

ssize_t kernel::send(int number, const void* from, std::size_t size, int flags) {
    const descriptor* d = find(number, kind::stream);
    if (d == nullptr) return fail(EBADF);
    link& l = *d->stream;
    assert((flags & MSG_NOSIGNAL) != 0);
    assert(!l.shut);
    if (size == 0) return 0;  // the end of a stream without chunks
    if (luck.one_in(bad.interrupt)) return fail(EINTR);
    const std::string_view all(static_cast<const char*>(from), size);
    if (!l.reset && luck.one_in(bad.reset)) {
        journal.line(now, "send fails", l.client);
        l.failed = true;
        if (luck.one_in(2)) return fail(luck.one_in(2) ? ENOBUFS : ENOMEM);
        reset(l);
    }
    if (l.reset) {
        if (std::exchange(l.reset_reported, true)) return fail(EPIPE);
        return fail(luck.one_in(10) ? ETIMEDOUT : ECONNRESET);
    }
    std::size_t count = std::min(size, l.out_max - std::min(l.out, l.out_max));
    if (luck.one_in(bad.again)) count = 0;
    else if (count > 0 && luck.one_in(bad.cut)) count = luck.scaled(count - 1) + 1;
    l.out += count;
    if (count > 0 || !l.failed) ++activity;
    journal.line(now, "send", l.client, static_cast<std::int64_t>(count), all.substr(0, count));
    around.on_send(l, all, count);
    if (count == 0) return fail(EAGAIN);
    return static_cast<ssize_t>(count);
}

int kernel::queued(int number) {
    const descriptor* d = find(number, kind::stream);
    if (d == nullptr) return fail(EBADF);
    journal.line(now, "unread", d->stream->client, static_cast<std::int64_t>(d->stream->out));
    around.on_ask(*d->stream);
    return static_cast<int>(d->stream->out);
}

int kernel::shutdown(int number) {
    const descriptor* d = find(number, kind::stream);
    if (d == nullptr) return fail(EBADF);
    ++activity;
    journal.line(now, "shutdown", d->stream->client);
    d->stream->shut = true;
    around.on_shut(*d->stream);
    return d->stream->reset ? fail(ENOTCONN) : 0;
}

int kernel::close(int number) {
    const auto at = static_cast<std::size_t>(number - first_descriptor);
    if (at >= all_.size() || all_[at].kind == kind::none) {
        journal.line(now, "CLOSED TWICE", number);
        std::abort();
    }
    const descriptor was = all_[at];
    all_[at] = {};
    ++activity;
    if (was.kind == kind::stream) {
        journal.line(now, "close", was.stream->client, number);
        was.stream->closed = true;
        was.stream->descriptor = -1;
        around.on_close(*was.stream);
    } else if (was.kind == kind::listener && !is_listening(was.listener)) {
        journal.line(now, "close a listener", static_cast<std::int64_t>(was.listener));
        for (link* l : queues_[was.listener]) {
            reset(*l);
            l->closed = true;
            around.on_refused(*l);
        }
        queues_[was.listener].clear();
    }
    return 0;
}

ssize_t kernel::write_event(int number) {
    descriptor* d = find(number, kind::event);
    if (d == nullptr) return fail(EBADF);
    ++d->count;
    d->edge = true;
    return 8;
}

ssize_t kernel::read_event(int number, std::uint64_t& count) {
    descriptor* d = find(number, kind::event);
    if (d == nullptr) return fail(EBADF);
    if (luck.one_in(bad.interrupt)) return fail(EINTR);
    if (d->count == 0) return fail(EAGAIN);
    ++activity;
    count = std::exchange(d->count, 0);
    around.on_event_read(number);
    return 8;
}

// A socket is writable while a third of its buffer is free: sk_stream_is_writeable().
std::uint32_t kernel::state_of(const descriptor& d) const {
    std::uint32_t state = 0;
    if (d.kind == kind::event && d.count > 0) state |= EPOLLIN;
    if (d.kind == kind::listener && !queues_[d.listener].empty()) state |= EPOLLIN;
    if (d.kind != kind::stream) return state;
    const link& l = *d.stream;
    if (l.reset) return EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLERR | EPOLLHUP;
    if (l.unread() > 0 || l.fin) state |= EPOLLIN;
    if (l.fin) state |= EPOLLRDHUP;
    if (l.fin && l.shut) state |= EPOLLHUP;
    if (l.shut || (l.out < l.out_max && l.out_max - l.out >= l.out / 2)) state |= EPOLLOUT;
    return state;
}

std::vector<epoll_event> kernel::ready() {
    std::vector<epoll_event> found;
    for (descriptor& d : all_) {
        if (!d.watched) continue;
        const std::uint32_t state = state_of(d) & (d.events | EPOLLERR | EPOLLHUP);
        if (state == 0 || ((d.events & EPOLLET) != 0 && !d.edge)) continue;
        epoll_event one{};
        one.events = state;
        one.data.u64 = d.token;
        found.insert(found.begin() + static_cast<std::ptrdiff_t>(luck.below(found.size() + 1)),
                     one);
    }
    return found;
}

bool kernel::is_overlooked() const {
    for (std::size_t i = 0; i < queues_.size(); ++i) {
        if (queues_[i].empty()) continue;
        const bool seen = std::any_of(all_.begin(), all_.end(), [&](const descriptor& d) {
            return d.kind == kind::listener && d.listener == i && d.watched;
        });
        if (!seen) return true;
    }
    return false;
}

std::size_t kernel::open() const {
    return static_cast<std::size_t>(std::count_if(all_.begin(), all_.end(), [](const auto& d) {
        return d.kind != kind::none;
    }));
}

std::uint32_t kernel::interest(const link& l) const {
    const auto& d = all_[static_cast<std::size_t>(l.descriptor - first_descriptor)];
    return d.watched ? d.events : 0;
}

void kernel::mark_reported() {
    for (descriptor& d : all_) d.edge = false;
}

}  // namespace simulate
