// Stands in for system calls of the test program.
#include "system_calls.hpp"

#include <dlfcn.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <mutex>

using namespace system_calls;

namespace {

constexpr int nobody = -1, whoever_is_next = -2;

std::atomic<int> descriptor = nobody;  // whose calls are noted
std::atomic<void*> last_listener = nullptr;  // the last that was watched
std::mutex noting;                     // guards what follows
std::string names;

void note(const char* name, int number) {
    if (number != descriptor) return;
    const std::scoped_lock locked(noting);
    names += names.empty() ? "" : " ";
    names += name;
}

// The one that this program would call without this file: a sanitizer's, or the library's.
template <class Function> Function* next_of(const char* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

void system_calls::note_next() {
    const std::scoped_lock locked(noting);
    names.clear();
    descriptor = whoever_is_next;
}

std::string system_calls::noted() {
    const std::scoped_lock locked(noting);
    return names;
}

extern "C" int epoll_ctl(int epoll, int operation, int number, epoll_event* event) noexcept {
    note("epoll_ctl", number);
    const bool exclusive = event != nullptr && (event->events & EPOLLEXCLUSIVE) != 0;
    if (operation == EPOLL_CTL_ADD && exclusive && watches_fail > 0 && watches_fail-- > 0)
        return errno = ENOMEM, -1;
    if (operation == EPOLL_CTL_ADD && addition_fails > 0 && --addition_fails == 0)
        return errno = ENOSPC, -1;
    if (exclusive) last_listener = event->data.ptr;
    return static_cast<int>(::syscall(SYS_epoll_ctl, epoll, operation, number, event));
}
extern "C" int accept4(int listener, sockaddr* from, socklen_t* length, int flags) {
    ++accepts;
    if (accepts_fail > 0 && accepts_fail-- > 0) return errno = ENFILE, -1;
    const auto made = static_cast<int>(::syscall(SYS_accept4, listener, from, length, flags));
    int wanted = whoever_is_next;
    if (made != -1 && descriptor.compare_exchange_strong(wanted, made)) note("accept4", made);
    return made;
}
extern "C" int clock_gettime(clockid_t which, timespec* now) noexcept {
    static const auto next = next_of<int(clockid_t, timespec*)>("clock_gettime");
    const int status = next(which, now);
    if (clock_stands && which == CLOCK_MONOTONIC) *now = {1'000'000, 0};
    return status;
}
extern "C" int epoll_wait(int epoll, epoll_event* events, int most, int timeout) {
    static const auto next = next_of<decltype(epoll_wait)>("epoll_wait");
    ++turns;
    int count = next(epoll, events, most, timeout);
    for (; listener_is_first && count >= 0; count = next(epoll, events, most, timeout)) {
        epoll_event* const end = events + count;
        const auto found = std::find_if(
            events, end, [](const epoll_event& each) { return each.data.ptr == last_listener; });
        if (found == end) continue;
        listener_is_first = false;
        *events = *found;
        return 1;
    }
    return count;
}
extern "C" ssize_t recv(int number, void* to, std::size_t size, int flags) {
    static const auto next = next_of<decltype(recv)>("recv");
    note("recv", number);
    return next(number, to, size, flags);
}
extern "C" ssize_t send(int number, const void* from, std::size_t size, int flags) {
    static const auto next = next_of<decltype(send)>("send");
    note("send", number);
    return next(number, from, size, flags);
}
extern "C" int shutdown(int number, int how) noexcept {
    note("shutdown", number);
    return static_cast<int>(::syscall(SYS_shutdown, number, how));
}
extern "C" int close(int number) {
    note("close", number);
    int closed = number;
    descriptor.compare_exchange_strong(closed, nobody);
    return static_cast<int>(::syscall(SYS_close, number));
}
