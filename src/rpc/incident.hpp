// A word under which the log tells what the wire must not.
#pragma once

#include <array>
#include <string_view>

namespace callbox::rpc {

// Eight letters and digits by chance.
class incident {
public:
    incident();
    std::string_view word() const { return {word_.data(), word_.size()}; }

private:
    std::array<char, 8> word_{};
};

}  // namespace callbox::rpc
