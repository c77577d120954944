// A lock and a bell, of POSIX threads, which bring less into a static program than those of the
// standard library.
#pragma once

#include <pthread.h>

namespace callbox {

class lock {
public:
    lock() = default;
    lock(const lock&) = delete;
    lock& operator=(const lock&) = delete;

private:
    friend class held;
    friend class bell;
    pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
};

// Has the lock while it lives, but for what is done between leave() and enter().
class held {
public:
    explicit held(lock& of) : of_(of) { enter(); }
    ~held() { leave(); }
    held(const held&) = delete;
    held& operator=(const held&) = delete;

    void enter() { (void)::pthread_mutex_lock(&of_.mutex_); }
    void leave() { (void)::pthread_mutex_unlock(&of_.mutex_); }

private:
    friend class bell;
    lock& of_;
};

// Threads wait for it to ring.
class bell {
public:
    bell() = default;
    bell(const bell&) = delete;
    bell& operator=(const bell&) = delete;

    // Leaves the lock meanwhile. It may return without that it has rung.
    void wait(held& mine) { (void)::pthread_cond_wait(&condition_, &mine.of_.mutex_); }
    void ring() { (void)::pthread_cond_signal(&condition_); }
    void ring_for_all() { (void)::pthread_cond_broadcast(&condition_); }

private:
    pthread_cond_t condition_ = PTHREAD_COND_INITIALIZER;
};

}  // namespace callbox
