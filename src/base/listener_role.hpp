// The endpoints that a listener serves.
#pragma once

#include <cstdint>

namespace callbox {

enum class listener_role : std::uint8_t {
    all,
    calls,  // all but /metrics
    admin,  // /metrics and the health pages
};

}  // namespace callbox
