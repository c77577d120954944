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

// The table in the text of a token file. Keeps no token, only the SHA-256 of each.
class tokens {
public:
    struct holder {
        std::string name;
        std::vector<std::string> scopes;  // globs over method names: rpc/view.hpp
        std::size_t line = 0;             // its number in the text, from 1 on
    };

    // Returns empty, or one line that says which line of the text is wrong and why, but never
    // quotes it: it may hold a token. Then `out` is of no use.
    [[nodiscard]] static std::string read(std::string_view text, tokens& out);

    // Returns the index in all() of the token's holder. The time it takes reveals no token.
    std::optional<std::size_t> find(std::string_view token) const;
    const std::vector<holder>& all() const { return holders_; }

private:
    using digest = std::array<std::uint8_t, 32>;

    std::string add_line(std::string_view line);

    std::vector<holder> holders_;
    std::vector<digest> digests_;  // indexed like holders_
};

// Whether a server or a client may use it as a token: 16 to 256 characters of Bearer tokens.
bool is_token(std::string_view text);

// The token in the value of an Authorization field; nothing when it is of another scheme.
std::optional<std::string_view> bearer_token(std::string_view authorization);

}  // namespace callbox::site
