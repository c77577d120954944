// A mutex and a condition variable of POSIX threads. Unlike std::condition_variable they are
// initialized at compile time, and a static program is 4 KB smaller.
#pragma once

#include <pthread.h>

namespace callbox {

class mutex {
public:
    mutex() = default;
    mutex(const mutex&) = delete;
    mutex& operator=(const mutex&) = delete;

private:
    friend class lock_guard;
    friend class condition;
    pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
};

// Holds the mutex during its lifetime, except between unlock() and lock().
class lock_guard {
public:
    explicit lock_guard(mutex& m) : mutex_(m) { lock(); }
    ~lock_guard() { unlock(); }
    lock_guard(const lock_guard&) = delete;

    void lock() { (void)::pthread_mutex_lock(&mutex_.mutex_); }
    void unlock() { (void)::pthread_mutex_unlock(&mutex_.mutex_); }

private:
    friend class condition;
    mutex& mutex_;
};

class condition {
public:
    condition() = default;
    condition(const condition&) = delete;
    condition& operator=(const condition&) = delete;

    // Releases the mutex while it waits. It may wake up spuriously.
    void wait(lock_guard& guard) { (void)::pthread_cond_wait(&condition_, &guard.mutex_.mutex_); }
    void notify_one() { (void)::pthread_cond_signal(&condition_); }
    void notify_all() { (void)::pthread_cond_broadcast(&condition_); }

private:
    pthread_cond_t condition_ = PTHREAD_COND_INITIALIZER;
};

}  // namespace callbox
