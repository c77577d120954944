// Waiting for what another thread or process does.
#pragma once

#include <chrono>
#include <thread>

namespace support {

// Whether it becomes so, within a while.
template <class Claim> bool until(Claim claim) {
    for (int tries = 0; tries < 15'000; ++tries) {
        if (claim()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
}

}  // namespace support
