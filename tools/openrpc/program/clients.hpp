// The command `client`, which writes typed clients, of callbox-openrpc and other programs.
#pragma once

#include "cli/command.hpp"
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
         "type of 64-bit integers in TypeScript (default: bigint)"},
    flag{"--name", "NAME", "letters and digits, starting with a letter",
         "class name of the client (default: derived from the document's title)"},
    flag{"--async", "", "", "for asyncio, in Python: methods are coroutines"},
};

struct client_order {
    openrpc::generate::client_writer write = nullptr;
    openrpc::generate::choices choices = {};
};

// Parses the arguments of `client`; its flags are the first of `given`. False: `error` is set.
[[nodiscard]] bool read_order(std::string_view language, const given_flags& given,
                              client_order& out, std::string& error);

// Appends the client of a document to `out`, and a line to `notes` for each type that became any
// JSON. Returns an empty string, or why the text is not a document. Modifies the text.
[[nodiscard]] std::string write_client(const client_order& what, std::span<char> document,
                                       bytes& out, output& notes);

}  // namespace callbox::cli
