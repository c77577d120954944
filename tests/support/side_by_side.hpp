// Methods that several threads may run at once, and that say on which they run.
#pragma once

#include <callbox/callbox.hpp>

#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

namespace side_by_side {

struct together {
    std::atomic<std::int64_t> calls = 0;
    std::mutex mutex;
    std::string last = {};  // guarded by mutex
};

inline std::int64_t who(together& t) {
    ++t.calls;
    return ::syscall(SYS_gettid);
}
inline std::int64_t calls(together& t) { return ++t.calls; }
inline std::string exchange(together& t, std::string_view text) {
    const std::lock_guard held(t.mutex);
    std::string before = t.last;
    t.last = text;
    return before;
}
inline std::int64_t pause(std::uint32_t ms) {
    std::this_thread::sleep_for(std::chrono::milliseconds(ms));
    return ::syscall(SYS_gettid);
}
inline std::int64_t mine() {
    thread_local std::int64_t count = 0;
    return ++count;
}
inline std::int64_t fail() { throw std::runtime_error("on purpose"); }

inline constexpr callbox::api methods{
    callbox::thread_safe,
    callbox::method<"who", who>("The number of the thread that answers."),
    callbox::method<"calls", calls>("How many calls there were on all of them."),
    callbox::method<"exchange", exchange>("Keeps a text, gives the one before.", "text"),
    callbox::method<"pause", pause>("Sleeps, and tells on which thread.", "ms"),
    callbox::method<"mine", mine>("How many of these calls this thread had."),
    callbox::method<"fail", fail>("Throws."),
};

inline int serve(const callbox::options& how) {
    together t;
    return callbox::serve(methods, t, how);
}

}  // namespace side_by_side
