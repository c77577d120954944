// Clients of a service, typed by its OpenRPC document: one file each, in one of three languages.
#pragma once

#include "model.hpp"

#include <span>
#include <string>
#include <string_view>

namespace callbox::openrpc::generate {

enum class wide_integers { as_bigint, as_number, as_string };  // in TypeScript

struct choices {
    std::string name = {};  // of the client's class: "Inventory"; empty: made from the title
    wide_integers wide = wide_integers::as_bigint;
};

// Reads a document of OpenRPC 1.2, 1.3 or 1.4. Returns empty, or one line that says why `text` is
// none. Writes to the text. Requires: a new service.
[[nodiscard]] std::string read(std::span<char> text, service& out);

// Writes the whole file, which ends with a line end. Adds notes to the service of what the language
// has no type for.
using client_writer = std::string (*)(service& from, const choices& how);
std::string typescript(service& from, const choices& how);
std::string python(service& from, const choices& how);
std::string cpp(service& from, const choices& how);

// Of "typescript", "python" or "c++"; null for any other language.
client_writer writer_of(std::string_view language);

}  // namespace callbox::openrpc::generate
