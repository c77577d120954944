#include "log_sink.hpp"

#include <cassert>

namespace callbox::observe {

void log_sink::leave_out() {
    const lock_guard guard(mutex_);
    drop(1);
}

std::uint64_t log_sink::unreported() {
    if (unreported_.load(std::memory_order_relaxed) == 0) return 0;
    const lock_guard guard(mutex_);
    return is_failing_ || now_ms() / 1000 == dropped_second_ ? 0 : unreported_.load();
}

void log_sink::drop(std::uint64_t lines) {
    if (lines == 0) return;
    dropped_.fetch_add(lines, std::memory_order_relaxed);
    unreported_.fetch_add(lines, std::memory_order_relaxed);
    dropped_second_ = now_ms() / 1000;
}

void function_sink::put(log_level level, std::string_view line, std::uint64_t reports) {
    assert(line.ends_with('\n'));
    const lock_guard guard(mutex_);
    if (is_reported(reports)) return;
    line.remove_suffix(1);
    try {
        (*to_)(level, line);
        mark_reported(reports);
    } catch (...) {
        drop(reports == 0 ? 1 : 0);
    }
}

}  // namespace callbox::observe
