// Typed clients of a service, generated from its OpenRPC document: one file for each, in one of
// three languages.
#pragma once

#include "model.hpp"

#include <span>
#include <string>
#include <string_view>

namespace callbox::openrpc::generate {

enum class wide_integers { as_bigint, as_number, as_string };  // in TypeScript

struct choices {
    std::string name = {};  // class of the client: "Inventory"; empty: derived from the title
    wide_integers wide = wide_integers::as_bigint;
    bool is_async = false;  // in Python: for asyncio
};

// Reads an OpenRPC 1.2, 1.3 or 1.4 document. Returns an empty string, or one line that explains why
// `text` is not one. Modifies the text. Requires: a new service.
[[nodiscard]] std::string read(std::span<char> text, service& out);

// Returns the complete file, which ends with a line end. Adds notes to the service about schemas
// that the language cannot express.
using client_writer = std::string (*)(service& from, const choices& chosen);
namespace typescript { std::string client(service& from, const choices& chosen); }
namespace python { std::string client(service& from, const choices& chosen); }
namespace cpp { std::string client(service& from, const choices& chosen); }

// The writer for "typescript", "python" or "c++"; null for any other language.
client_writer writer_of(std::string_view language);

}  // namespace callbox::openrpc::generate
