#pragma once

#include <sys/random.h>

#include <array>
#include <cstdint>
#include <string_view>

namespace callbox::rpc {

// A word under which the log says what clients must not learn: eight random letters and digits,
// none of which look alike.
class incident_id {
public:
    incident_id() {
        static constexpr std::string_view letters = "0123456789abcdefghjkmnpqrstvwxyz";
        std::array<std::uint8_t, 8> chance{};
        // While the kernel lacks entropy the word is all zeros: the log line is there anyway.
        (void)!::getrandom(chance.data(), chance.size(), GRND_NONBLOCK);
        for (std::size_t i = 0; i < word_.size(); ++i)
            word_[i] = letters[chance[i] % letters.size()];
    }
    std::string_view word() const { return {word_.data(), word_.size()}; }

private:
    std::array<char, 8> word_{};
};

}  // namespace callbox::rpc
