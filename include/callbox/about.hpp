// callbox/about.hpp - what the methods are together, for the OpenRPC document.
#pragma once

#include <string>

namespace callbox {

// `info` of the document (OpenRPC, Info Object). The version is the API's, not the program's.
struct about {
    std::string title = "callbox";
    std::string version = "0";
    std::string description = {};  // Markdown; empty: none
};

}  // namespace callbox
