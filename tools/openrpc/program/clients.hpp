// The command that writes typed clients: of callbox-openrpc, and of programs that have it.
#pragma once

#include "cli/flags.hpp"
#include "cli/output.hpp"
#include "generate/generate.hpp"

#include <callbox/bytes.hpp>

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace callbox::cli {

inline constexpr std::string_view client_languages = "typescript, python or c++";
inline constexpr std::array client_flags{
    flag{"--int64", "AS", "bigint, number or string",
         "what integers of 64 bits are in TypeScript (default: bigint)"},
    flag{"--name", "NAME", "letters and digits, a letter first",
         "the name of the client's class; else the document's title makes it"},
};

struct client_order {
    openrpc::generate::client_writer write = nullptr;
    openrpc::generate::choices how = {};
};

// Reads what `client` takes; the flags are the first of those given. False: `error` says why.
[[nodiscard]] bool read_order(std::string_view language, const given_flags& given,
                              client_order& out, std::string& error);

// Appends the client of a document to `out`, and a line to `notes` for each part that is any JSON.
// Returns empty, or why the text is no document. Writes to the text.
[[nodiscard]] std::string write_client(const client_order& what, std::span<char> document,
                                       bytes& out, output& notes);

}  // namespace callbox::cli
