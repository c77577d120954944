// The values of options: amounts, and checks of texts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace callbox::cli {

enum class unit : std::uint8_t {
    count,  // "100"
    bytes,  // "65536", "64k", "1M", "4G", "1T"; k, or K, is 1024
    ms,     // "1500", "1500ms", "5s", "2m", "1h"
};

// Nothing if `text` is not an amount or exceeds 64 bits. No sign, no blanks, no fraction.
std::optional<std::uint64_t> read_amount(std::string_view text, unit in);

// The shortest text from which read_amount() returns the amount: "1M", "90s".
std::string amount_text(std::uint64_t amount, unit in);

// "1" or "true", "0" or "false"; returns false for any other text.
inline constexpr std::string_view truths = "1, true, 0 or false";
[[nodiscard]] bool read_truth(std::string_view text, bool& out);

// What net::parse() accepts: "127.0.0.1:8080", "[::1]:8080", ":8080", "unix:/run/x.sock", "fd:3".
bool is_address(std::string_view text);

// A host name or IP address as in the field Host, without a port; or "*".
bool is_allowed_host(std::string_view text);

// An origin as browsers send it: "https://example.org", "http://localhost:3000", without a path and
// without the scheme's default port; or "*". Not "null", which any sandboxed page sends.
bool is_origin(std::string_view text);

// "https://example.org/api": without a query.
bool is_url(std::string_view text);

// "/srv/data": an absolute path of printable characters.
bool is_absolute_path(std::string_view text);

// The result of visible() in double quotes.
std::string quoted(std::string_view text);

// Sets `error` to that line, or to "NAME: expected WANTED, got GOT". Always returns false.
bool refuse(std::string& error, std::string line);
bool refuse(std::string& error, std::string_view name, std::string_view wanted,
            std::string_view got);

// "; did you mean NAME?", or `otherwise` if `name` is empty.
std::string suggestion(std::string_view name, std::string_view otherwise);

}  // namespace callbox::cli
