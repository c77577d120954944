// Memory that runs out while options are copied: a function of the program's, for
// options::log_to, says so.
#pragma once

#include <callbox/options.hpp>

#include <new>
#include <string_view>

namespace support {

struct no_copy {
    static inline bool runs_out = false;  // from now on

    no_copy() = default;
    no_copy(const no_copy&) {
        if (runs_out) throw std::bad_alloc();
    }
    no_copy& operator=(const no_copy&) = delete;
    void operator()(callbox::log_level, std::string_view) const {}
};

}  // namespace support
