// An owned file descriptor.
#pragma once

#include <unistd.h>

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

}  // namespace callbox
