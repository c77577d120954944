// An owned file descriptor, and system calls that are restarted after an interruption: for reading
// a file, for random bytes, and for eventfds.
#pragma once

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <string>
#include <sys/random.h>
#include <utility>

namespace callbox {

class fd {
public:
    fd() = default;
    explicit fd(int number) : number_(number) {}
    fd(fd&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    fd& operator=(fd&& other) noexcept {
        if (this != &other) close();
        number_ = std::exchange(other.number_, -1);
        return *this;
    }
    ~fd() { close(); }

    int get() const { return number_; }
    explicit operator bool() const { return number_ != -1; }

    // Linux releases the descriptor even if close() fails, so errors are ignored.
    void close() {
        if (number_ != -1) (void)::close(std::exchange(number_, -1));
    }

private:
    int number_ = -1;
};

// Repeats `call` while it fails with EINTR. Requires: `call` returns -1 on failure.
template <class Call> auto retried(Call call) {
    for (;;) {
        const auto result = call();
        if (result != -1 || errno != EINTR) return result;
    }
}

// Makes an eventfd readable. Safe in signal handlers.
inline void notify(int event) noexcept {
    const std::uint64_t one = 1;
    (void)retried([&] { return ::write(event, &one, sizeof one); });
}

// Appends what is left of a file to `out`, and stops if `out` is longer than `bytes_max`. Returns
// false, with errno, if reading fails.
[[nodiscard]] inline bool read_all(int file, std::size_t bytes_max, std::string& out) {
    std::array<char, 4096> some;
    while (out.size() <= bytes_max) {
        const ssize_t got = retried([&] { return ::read(file, some.data(), some.size()); });
        if (got <= 0) return got == 0;
        out.append(some.data(), static_cast<std::size_t>(got));
    }
    return true;
}

// Random bytes of the kernel; zeros if `flags` contain GRND_NONBLOCK and it has no entropy yet.
template <std::size_t Size> std::array<std::uint8_t, Size> random_bytes(unsigned flags = 0) {
    std::array<std::uint8_t, Size> all{};
    (void)retried([&] { return ::getrandom(all.data(), all.size(), flags); });
    return all;
}

}  // namespace callbox
