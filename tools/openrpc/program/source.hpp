// Reads an OpenRPC document from a file, standard input or a URL.
#pragma once

#include <callbox/bytes.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace callbox::program {

inline constexpr std::size_t document_bytes_max = 64 << 20;
inline constexpr std::uint32_t answer_timeout_ms = 30'000;

// Whether `source` begins with http://, https:// or unix:. Anything else is a file.
bool is_url(std::string_view source);

// The name of the source in messages.
std::string name_of(std::string_view source);

// Appends the document from `source`: a file, "-" for standard input, or a URL. If the path of the
// URL ends with .json, the document is fetched with GET; otherwise rpc.discover is called. The
// token, if there is one, is sent to a URL.
// Returns an empty string, or a one-line error to be appended to the source's name.
[[nodiscard]] std::string read_document(std::string_view source, const std::string& token,
                                        bytes& out);

}  // namespace callbox::program
