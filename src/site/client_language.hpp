// Paths of the typed clients below the mount.
#pragma once

#include <optional>
#include <string_view>

namespace callbox::site {

// "typescript" for "/client.ts".
inline std::optional<std::string_view> client_language(std::string_view below) {
    if (below == "/client.ts") return "typescript";
    if (below == "/client.py") return "python";
    if (below == "/client.hpp") return "c++";
    return std::nullopt;
}

}  // namespace callbox::site
