// What was checked.
#pragma once

#include <cstddef>

namespace shapes {

struct counts {
    std::size_t messages = 0;
    std::size_t answered = 0;  // of them, without an error
    std::size_t heads = 0;
    std::size_t known = 0;  // of them
};

}  // namespace shapes
