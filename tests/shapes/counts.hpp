// Statistics of the comparison.
#pragma once

#include <cstddef>

namespace shapes {

struct counts {
    std::size_t messages = 0;
    std::size_t answered = 0;  // messages answered without an error
    std::size_t heads = 0;
    std::size_t known = 0;  // heads that took the fast path
};

}  // namespace shapes
