#pragma once

#include <sys/random.h>

#include <array>
#include <cstdint>
#include <string_view>

namespace callbox::rpc {

// Identifies a log line with details that clients must not see: eight random letters and digits
// that are not easily confused.
class incident_id {
public:
    incident_id() {
        static constexpr std::string_view letters = "0123456789abcdefghjkmnpqrstvwxyz";
        std::array<std::uint8_t, 8> chance{};
        // Until the kernel has entropy the id is all zeros; the log line is written anyway.
        (void)!::getrandom(chance.data(), chance.size(), GRND_NONBLOCK);
        for (std::size_t i = 0; i < text_.size(); ++i)
            text_[i] = letters[chance[i] % letters.size()];
    }
    std::string_view text() const { return {text_.data(), text_.size()}; }

private:
    std::array<char, 8> text_{};
};

}  // namespace callbox::rpc
