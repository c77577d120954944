// Which system call or allocation of a server fails, and whether it did.
#pragma once

#include <atomic>
#include <cstddef>

namespace faults {

enum class kind : int { none, call, allocation, one_byte };

// Lies in memory that a server shares with its parent.
struct fault {
    kind what = kind::none;
    std::size_t at = 0;      // the Nth, from 1 on
    std::size_t which = 0;   // of the errors that its manual page names
    std::atomic<std::size_t> count = 0;  // of calls or allocations, by now
    std::atomic<bool> fired = false;
    std::size_t errors = 1;  // how many the one that failed has
    char name[32] = {};
    int error = 0;
};

// Null: nothing fails, nothing is counted.
inline std::atomic<fault*> armed = nullptr;

}  // namespace faults
