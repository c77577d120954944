// SIGTERM and SIGINT as something that can be waited for.
#pragma once

#include "base/fd.hpp"

#include <csignal>
#include <cstdint>

namespace callbox::net {

// Takes SIGTERM and SIGINT, and ignores SIGPIPE, while it lives; then they are as they were before.
// It is a handler and not a signalfd, because threads that the program has made before would still
// be ended by a signal that only this one blocks. Requires: there is one at a time.
class stop_signals {
public:
    stop_signals();
    ~stop_signals();
    stop_signals(const stop_signals&) = delete;
    stop_signals& operator=(const stop_signals&) = delete;

    // An eventfd that counts them; -1 when there could be none.
    int get() const { return count_.get(); }

private:
    fd count_;
    struct sigaction term_ = {};
    struct sigaction interrupt_ = {};
    struct sigaction pipe_ = {};
};

}  // namespace callbox::net
