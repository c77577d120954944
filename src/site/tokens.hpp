// Access control by tokens: options::token_file.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace callbox::site {

inline constexpr std::size_t token_bytes_min = 16;  // in a token file
inline constexpr std::size_t token_bytes_max = 256;
inline constexpr std::size_t token_name_bytes_max = 64;

// A parsed token file. Stores only the SHA-256 of each token.
class tokens {
public:
    struct holder {
        std::string name;
        std::vector<std::string> scopes;  // globs over method names: rpc/view.hpp
        std::size_t line = 0;             // number of its line in the text, from 1
    };

    // Returns empty, or one line with the number of the first invalid line and the reason. Never
    // quotes the text, which may contain a token. After an error `out` is unspecified.
    [[nodiscard]] static std::string read(std::string_view text, tokens& out);

    // Returns the index in all() of the token's holder, in time that reveals nothing about tokens.
    std::optional<std::size_t> find(std::string_view token) const;
    // Returns the index in `other` of the same token as that of all()[index].
    std::optional<std::size_t> find_in(const tokens& other, std::size_t index) const;
    const std::vector<holder>& all() const { return holders_; }

private:
    using digest = std::array<std::uint8_t, 32>;

    std::string add_line(std::string_view line);

    std::vector<holder> holders_;
    std::vector<digest> digests_;  // indexed like holders_
};

// Whether it has the characters of a bearer token, at least one.
bool is_token(std::string_view text);

// The token in the value of an Authorization field; nothing for another scheme.
std::optional<std::string_view> bearer_token(std::string_view authorization);

}  // namespace callbox::site
