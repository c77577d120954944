// Memory runs out at every point of a computation, one after the other.
#pragma once

#include "support/allocations.hpp"

#include <criterion/criterion.h>

#include <cstddef>
#include <new>
#include <optional>
#include <string>

namespace made_up {

// What became of it while allocations failed.
struct attempt {
    std::optional<std::string> made;  // nothing: std::bad_alloc was thrown
    std::size_t count = 0;            // of the allocations before the first that failed
    std::size_t failed = 0;
};

// Calls make(), which returns a std::string, while its first allocation fails, then while the
// second fails, and so on until none does; in each call `times` in a row fail. Passes each attempt
// to check().
template <class Make, class Check>
void each_allocation_fails(std::size_t times, Make make, Check check) {
    attempt last;
    do {
        last.made.reset();
        {
            const support::failing_allocations here(last.count, times);
            try {
                last.made = make();
            } catch (const std::bad_alloc&) {
                last.made.reset();
            }
            last.failed = here.failed();
        }
        cr_assert(last.made || last.failed > 0);
        check(last);
        cr_assert(++last.count < 10'000);
    } while (last.failed > 0);
    cr_assert(last.count > 1, "it allocates");
}

}  // namespace made_up
