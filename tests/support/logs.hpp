// Logs that say nothing to anybody.
#pragma once

#include "observe/log.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace support {

// Drops what is logged.
class quiet_log final : public callbox::log {
public:
    void line(std::string_view) override {}
};

struct kept_log final : callbox::log {
    std::vector<std::string> all;
    void line(std::string_view text) override { all.emplace_back(text); }
};

}  // namespace support
