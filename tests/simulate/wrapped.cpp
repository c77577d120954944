// Passes the system calls of callbox's own objects, redirected by -Wl,--wrap, to the simulated
// kernel. Calls on other descriptors go to the real one.
#include "kernel.hpp"

#include <fcntl.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>

#include <cassert>
#include <cerrno>
#include <cstdarg>
#include <cstring>

using simulate::current;

namespace {

bool is_ours(int descriptor) {
    return current != nullptr && descriptor >= simulate::first_descriptor;
}

}  // namespace

extern "C" {

int __real_close(int);
ssize_t __real_write(int, const void*, size_t);
ssize_t __real_read(int, void*, size_t);
int __real_clock_gettime(clockid_t, timespec*);
ssize_t __real_getrandom(void*, size_t, unsigned);

int __wrap_epoll_create1(int) { return current->make_epoll(); }
int __wrap_eventfd(unsigned, int) { return current->make_event(); }
int __wrap_epoll_ctl(int, int operation, int descriptor, epoll_event* event) {
    return current->control(operation, descriptor, event);
}
int __wrap_epoll_wait(int, epoll_event* out, int most, int timeout) {
    return current->wait(out, most, timeout);
}
int __wrap_accept4(int descriptor, sockaddr*, socklen_t*, int) {
    return current->accept(descriptor);
}
ssize_t __wrap_recv(int descriptor, void* to, size_t size, int flags) {
    return current->recv(descriptor, to, size, flags);
}
ssize_t __wrap_send(int descriptor, const void* from, size_t size, int flags) {
    return current->send(descriptor, from, size, flags);
}
int __wrap_ioctl(int descriptor, unsigned long what, ...) {
    assert(what == SIOCOUTQ);
    va_list more;
    va_start(more, what);
    int& queued = *va_arg(more, int*);
    va_end(more);
    queued = current->queued(descriptor);
    return queued == -1 ? -1 : 0;
}
int __wrap_shutdown(int descriptor, int) { return current->shutdown(descriptor); }
int __wrap_close(int descriptor) {
    return is_ours(descriptor) ? current->close(descriptor) : __real_close(descriptor);
}
ssize_t __wrap_write(int descriptor, const void* from, size_t size) {
    if (is_ours(descriptor)) return current->write_event(descriptor);
    return __real_write(descriptor, from, size);
}
ssize_t __wrap_read(int descriptor, void* to, size_t size) {
    if (is_ours(descriptor))
        return current->read_event(descriptor, *static_cast<std::uint64_t*>(to));
    return __real_read(descriptor, to, size);
}

int __wrap_clock_gettime(clockid_t clock, timespec* out) {
    if (current == nullptr) return __real_clock_gettime(clock, out);
    const simulate::micros since = clock == CLOCK_REALTIME ? 1'700'000'000'000'000 : 0;
    out->tv_sec = (since + current->now) / 1'000'000;
    out->tv_nsec = (since + current->now) % 1'000'000 * 1'000;
    return 0;
}
ssize_t __wrap_getrandom(void* out, size_t size, unsigned flags) {
    if (current == nullptr) return __real_getrandom(out, size, flags);
    // With flags for the ids of incidents, without for the numbers of events.
    std::memset(out, flags == 0 ? 0 : static_cast<int>(current->luck.below(256)), size);
    return static_cast<ssize_t>(size);
}

// Checks by a listener of a passed descriptor ("fd:1000").
int __wrap_getsockopt(int, int, int, void* value, socklen_t*) {
    const int yes = 1;
    std::memcpy(value, &yes, sizeof yes);
    return 0;
}
int __wrap_setsockopt(int, int, int, const void*, socklen_t) { return 0; }
int __wrap_getsockname(int, sockaddr* name, socklen_t* length) {
    sockaddr_un un{};
    un.sun_family = AF_UNIX;
    std::memcpy(name, &un, sizeof un);
    *length = sizeof un;
    return 0;
}
int __wrap_fcntl(int descriptor, int command, ...) {
    return command == F_DUPFD_CLOEXEC ? current->duplicate(descriptor) : 0;
}

}  // extern "C"
