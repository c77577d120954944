// The injected fault: which system call or allocation fails, and whether it has.
#pragma once

#include <atomic>
#include <cstddef>

namespace faults {

enum class kind : int { none, call, allocation, one_byte };

// In memory shared by a server and its parent.
struct fault {
    kind what = kind::none;
    std::size_t at = 0;      // the Nth call or allocation, from 1
    std::size_t which = 0;   // index of the error in those of its manual page
    std::atomic<std::size_t> count = 0;  // of calls or allocations until now
    std::atomic<bool> fired = false;
    std::size_t errors = 1;  // number of possible errors of the call that failed
    char name[32] = {};
    int error = 0;
};

// Null: nothing fails and nothing is counted.
inline std::atomic<fault*> armed = nullptr;

}  // namespace faults
