// Where an OpenRPC document comes from.
#pragma once

#include <callbox/bytes.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace callbox::program {

inline constexpr std::size_t document_bytes_max = 64 << 20;
inline constexpr std::uint32_t answer_timeout_ms = 30'000;

// Whether it begins as a URL does: with http://, https:// or unix:. All else is a file.
bool is_url(std::string_view source);

// The source in messages.
std::string name_of(std::string_view source);

// Appends the document that `source` names: a file, "-" for standard input, or a URL. One whose
// path ends with .json is the document's, which is got; of any other rpc.discover is called. Sends
// the token, if there is one, to a URL.
// Returns an empty string, or one line that says what went wrong, to follow the source's name.
[[nodiscard]] std::string read_document(std::string_view source, const std::string& token,
                                        bytes& out);

}  // namespace callbox::program
