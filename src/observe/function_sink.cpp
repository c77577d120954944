// Calls the program's function for each line, one call at a time.
#include "function_sink.hpp"

#include <cassert>

namespace callbox::observe {

void function_sink::put(log_level level, std::string_view line, std::uint64_t tells_of) {
    assert(line.ends_with('\n'));
    const lock_guard guard(mutex_);
    if (tells_of > untold_.load(std::memory_order_relaxed)) return;  // another thread told it
    line.remove_suffix(1);
    try {
        (*to_)(level, line);
        untold_.fetch_sub(tells_of, std::memory_order_relaxed);
    } catch (...) {
        if (tells_of == 0) drop();
    }
}

void function_sink::leave_out() {
    const lock_guard guard(mutex_);
    drop();
}

std::uint64_t function_sink::untold() {
    if (untold_.load(std::memory_order_relaxed) == 0) return 0;
    const lock_guard guard(mutex_);
    return now_ms() / 1000 == dropped_second_ ? 0 : untold_.load(std::memory_order_relaxed);
}

// Requires: the lock is held.
void function_sink::drop() {
    dropped_.fetch_add(1, std::memory_order_relaxed);
    untold_.fetch_add(1, std::memory_order_relaxed);
    dropped_second_ = now_ms() / 1000;
}

}  // namespace callbox::observe
