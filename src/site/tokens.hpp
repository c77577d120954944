// Who may call what: the tokens of options::token_file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::site {

inline constexpr std::size_t token_bytes_min = 16;
inline constexpr std::size_t token_bytes_max = 256;
inline constexpr std::size_t token_name_bytes_max = 64;

// The table that the text of a token file is. It keeps no token, only what SHA-256 makes of each.
class tokens {
public:
    struct holder {
        std::string name;
        std::vector<std::string> scopes;  // globs over method names: rpc/view.hpp
        std::size_t line = 0;             // where in the text it stands, from 1 on
    };

    // Empty, or a line that names the line of the text and says what is wrong there, never what
    // stands there: it may be a token. Then `into` is of no use.
    [[nodiscard]] static std::string read(std::string_view text, tokens& into);

    // Whose token it is: its place in all(). How long it takes tells nothing of any token.
    std::optional<std::size_t> find(std::string_view token) const;
    const std::vector<holder>& all() const { return holders_; }

private:
    using digest = std::array<std::uint8_t, 32>;

    std::string add_line(std::string_view line);

    std::vector<holder> holders_;
    std::vector<digest> digests_;  // of the holder at the same place
};

// What may be a token of either side: 16 to 256 characters that a Bearer token is made of.
bool is_token(std::string_view text);

// The token that the value of an Authorization field brings; nothing when it is of another scheme.
std::optional<std::string_view> bearer_token(std::string_view authorization);

}  // namespace callbox::site
