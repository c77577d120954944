// Requests of the Model Context Protocol by method and era: with a handshake and without.
#pragma once

#include "observe/counter.hpp"

#include <array>
#include <string_view>

namespace callbox::mcp {

inline constexpr std::array<std::string_view, 6> method_names{
    "initialize", "ping", "server/discover", "tools/list", "tools/call", "other"};
inline constexpr std::array<std::string_view, 2> era_names{"legacy", "modern"};

// Each endpoint has its own and is its only writer.
using request_counters =
    std::array<std::array<observe::counter, era_names.size()>, method_names.size()>;

}  // namespace callbox::mcp
