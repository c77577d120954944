// Lets the Nth system call or allocation of callbox's own objects fail, by the linker's --wrap.
#include "fault.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <new>

namespace {

using faults::armed, faults::fault, faults::kind;

bool is_next(fault* f, kind what) {
    return f != nullptr && f->what == what && ++f->count == f->at;
}

// Whether this call fails. If so, sets errno.
bool fails(const char* name, std::initializer_list<int> errors) {
    fault* const f = armed;
    if (!is_next(f, kind::call)) return false;
    f->errors = errors.size();
    f->error = errno = errors.begin()[f->which % errors.size()];
    std::snprintf(f->name, sizeof f->name, "%s", name);
    f->fired = true;
    return true;
}

bool has_no_memory(const char* name) {
    fault* const f = armed;
    if (!is_next(f, kind::allocation)) return false;
    f->error = errno = ENOMEM;
    std::snprintf(f->name, sizeof f->name, "%s", name);
    f->fired = true;
    return true;
}

std::size_t some_of(std::size_t size) {
    fault* const f = armed;
    return f != nullptr && f->what == kind::one_byte && size > 1 ? 1 : size;
}

void* allocated(std::size_t size) {
    void* const made = has_no_memory("operator new") ? nullptr : std::malloc(size);
    if (made == nullptr) throw std::bad_alloc();
    return made;
}

}  // namespace

void* operator new(std::size_t size) { return allocated(size); }
void* operator new[](std::size_t size) { return allocated(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return has_no_memory("operator new") ? nullptr : std::malloc(size);
}
void operator delete(void* at) noexcept { std::free(at); }
void operator delete[](void* at) noexcept { std::free(at); }
void operator delete(void* at, std::size_t) noexcept { std::free(at); }
void operator delete[](void* at, std::size_t) noexcept { std::free(at); }

// wrap(result, name, (parameters), (arguments), errors...): wraps an ordinary call.
#define wrap(result, name, parameters, arguments, ...)                \
    extern "C" result __real_##name parameters;                       \
    extern "C" result __wrap_##name parameters {                      \
        return fails(#name, {__VA_ARGS__}) ? -1 : __real_##name arguments; \
    }

wrap(int, socket, (int a, int b, int c), (a, b, c), EACCES, EAFNOSUPPORT, EMFILE, ENFILE, ENOBUFS,
     ENOMEM)
wrap(int, bind, (int a, const sockaddr* b, socklen_t c), (a, b, c), EACCES, EADDRINUSE,
     EADDRNOTAVAIL, ENOMEM, EROFS)
wrap(int, listen, (int a, int b), (a, b), EADDRINUSE, EOPNOTSUPP)
wrap(int, setsockopt, (int a, int b, int c, const void* d, socklen_t e), (a, b, c, d, e), EINVAL,
     ENOPROTOOPT)
wrap(int, getsockopt, (int a, int b, int c, void* d, socklen_t* e), (a, b, c, d, e), ENOPROTOOPT)
wrap(int, getsockname, (int a, sockaddr* b, socklen_t* c), (a, b, c), ENOBUFS)
wrap(int, stat, (const char* a, struct stat* b), (a, b), EACCES, ENOENT, ENOMEM)
wrap(int, fstatat, (int a, const char* b, struct stat* c, int d), (a, b, c, d), EACCES, ENOENT,
     ENOMEM)
wrap(int, unlinkat, (int a, const char* b, int c), (a, b, c), EACCES, EBUSY, ENOENT, EROFS)
wrap(int, flock, (int a, int b), (a, b), ENOLCK)
wrap(int, epoll_create1, (int a), (a), EMFILE, ENFILE, ENOMEM)
wrap(int, epoll_wait, (int a, epoll_event* b, int c, int d), (a, b, c, d), EINTR)
wrap(int, accept4, (int a, sockaddr* b, socklen_t* c, int d), (a, b, c, d), EAGAIN, ECONNABORTED,
     EINTR, EMFILE, ENFILE, ENOBUFS, ENOMEM, EPERM, EPROTO)
wrap(int, shutdown, (int a, int b), (a, b), ENOTCONN)
wrap(int, eventfd, (unsigned a, int b), (a, b), EMFILE, ENFILE, ENODEV, ENOMEM)
wrap(int, getrlimit, (__rlimit_resource a, rlimit* b), (a, b), EPERM)
wrap(int, setrlimit, (__rlimit_resource a, const rlimit* b), (a, b), EPERM)
wrap(ssize_t, read, (int a, void* b, size_t c), (a, b, c), EINTR, EAGAIN, EIO)

// A write to an eventfd cannot fail.
extern "C" ssize_t __real_write(int, const void*, size_t);
extern "C" ssize_t __wrap_write(int a, const void* from, size_t size) {
    if (a == STDERR_FILENO && fails("write", {EINTR, EAGAIN, EIO, ENOSPC, EPIPE})) return -1;
    return __real_write(a, from, size);
}

// Adding a descriptor needs memory; changing or removing one does not.
extern "C" int __real_epoll_ctl(int, int, int, epoll_event*);
extern "C" int __wrap_epoll_ctl(int a, int operation, int b, epoll_event* event) {
    if (operation == EPOLL_CTL_ADD && fails("epoll_ctl", {ENOMEM, ENOSPC})) return -1;
    return __real_epoll_ctl(a, operation, b, event);
}

extern "C" ssize_t __real_recv(int, void*, size_t, int);
extern "C" ssize_t __wrap_recv(int a, void* to, size_t size, int flags) {
    if (fails("recv", {EAGAIN, ECONNRESET, EINTR, ENOMEM, ETIMEDOUT})) return -1;
    return __real_recv(a, to, some_of(size), flags);
}
extern "C" ssize_t __real_send(int, const void*, size_t, int);
extern "C" ssize_t __wrap_send(int a, const void* from, size_t size, int flags) {
    if (fails("send", {EAGAIN, ECONNRESET, EINTR, ENOBUFS, ENOMEM, EPIPE})) return -1;
    return __real_send(a, from, some_of(size), flags);
}

// Linux has closed the descriptor, whatever close() returns.
extern "C" int __real_close(int);
extern "C" int __wrap_close(int a) {
    const bool failed = fails("close", {EINTR, EIO});
    const int error = errno;
    const int closed = __real_close(a);
    if (failed) errno = error;
    return failed ? -1 : closed;
}

extern "C" int __real_pthread_create(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
extern "C" int __wrap_pthread_create(pthread_t* a, const pthread_attr_t* b, void* (*c)(void*),
                                     void* d) {
    return fails("pthread_create", {EAGAIN}) ? EAGAIN : __real_pthread_create(a, b, c, d);
}

extern "C" void* __real_realloc(void*, size_t);
extern "C" void* __wrap_realloc(void* at, size_t size) {
    return has_no_memory("realloc") ? nullptr : __real_realloc(at, size);
}
extern "C" void* __real_malloc(size_t);
extern "C" void* __wrap_malloc(size_t size) {
    return has_no_memory("malloc") ? nullptr : __real_malloc(size);
}
