// callbox/api_info.hpp - describes the API as a whole in the OpenRPC document.
#pragma once

#include <callbox/detail/language.hpp>

#include <string>

namespace callbox {

// The document's `info` (OpenRPC, Info Object). The version is the API's, not the program's.
struct api_info {
    std::string title = {};        // empty: options::name, or "callbox"
    std::string version = "0";
    std::string description = {};  // Markdown; empty: none
};

}  // namespace callbox
