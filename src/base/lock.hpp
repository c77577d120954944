// A mutex and a condition variable of POSIX threads, which add less to a static program than those
// of the standard library.
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

// Holds the lock during its lifetime, except between leave() and enter().
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

// A condition variable: threads wait until it rings.
class bell {
public:
    bell() = default;
    bell(const bell&) = delete;
    bell& operator=(const bell&) = delete;

    // Releases the lock while it waits. It may wake up spuriously.
    void wait(held& mine) { (void)::pthread_cond_wait(&condition_, &mine.of_.mutex_); }
    void ring() { (void)::pthread_cond_signal(&condition_); }
    void ring_for_all() { (void)::pthread_cond_broadcast(&condition_); }

private:
    pthread_cond_t condition_ = PTHREAD_COND_INITIALIZER;
};

}  // namespace callbox
