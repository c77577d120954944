// Bytes that end where the readable memory ends: whoever reads one byte too many is stopped. With
// `behind`, so many bytes more can be read and written; they are digits, which belong to nothing.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string_view>

namespace callbox::support {

class guarded {
public:
    explicit guarded(std::string_view text, std::size_t behind = 0) : length_(text.size()) {
        const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        const std::size_t pages = (text.size() + behind + page - 1) / page * page;
        mapped_ = pages + page;
        start_ = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (start_ == MAP_FAILED) std::abort();
        char* const wall = static_cast<char*>(start_) + pages;
        if (mprotect(wall, page, PROT_NONE) == -1) std::abort();
        first_ = wall - behind - text.size();
        std::memset(first_ + text.size(), '7', behind);
        if (!text.empty()) std::memcpy(first_, text.data(), text.size());
    }
    guarded(const guarded&) = delete;
    guarded& operator=(const guarded&) = delete;
    ~guarded() { munmap(start_, mapped_); }

    std::span<char> span() const { return {first_, length_}; }
    std::string_view view() const { return {first_, length_}; }

private:
    void* start_;
    std::size_t mapped_;
    char* first_;
    std::size_t length_;
};

}  // namespace callbox::support
