// The limit of memory in use, for the lifetime of a test's object.
#pragma once

#include <callbox/memory.hpp>

#include <cstddef>

namespace support {

// Restores the previous limit.
class memory_limit {
public:
    explicit memory_limit(std::size_t bytes) : before_(callbox::memory::limit()) {
        callbox::memory::limit(bytes);
    }
    ~memory_limit() { callbox::memory::limit(before_); }
    memory_limit(const memory_limit&) = delete;
    memory_limit& operator=(const memory_limit&) = delete;

private:
    std::size_t before_;
};

}  // namespace support
