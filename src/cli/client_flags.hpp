// The flags of the command `client`, apart from what it does: programs without it know them too.
#pragma once

#include "flags.hpp"

#include <array>
#include <string_view>

namespace callbox::cli {

inline constexpr std::string_view client_languages = "typescript, python or c++";
inline constexpr std::array client_flags{
    flag{"--int64", "AS", "bigint, number or string",
         "what integers of 64 bits are in TypeScript (default: bigint)"},
    flag{"--name", "NAME", "letters and digits, a letter first",
         "the name of the client's class; else the document's title makes it"},
};

}  // namespace callbox::cli
