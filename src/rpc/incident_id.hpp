// A word under which the log says what clients must not learn.
#pragma once

#include <array>
#include <string_view>

namespace callbox::rpc {

// Eight random letters and digits.
class incident_id {
public:
    incident_id();
    std::string_view word() const { return {word_.data(), word_.size()}; }

private:
    std::array<char, 8> word_{};
};

}  // namespace callbox::rpc
