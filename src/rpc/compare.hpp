// What has changed between two OpenRPC documents, and what of it breaks clients that were written
// for the first.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::rpc {

struct change {
    bool breaks;         // some client that was right before
    std::string method;  // empty: it is about the document's info
    std::string what;    // one line, unless names have control characters in them
};

struct comparison {
    // Why there is none: one line, for behind the name of `before`. Or empty.
    std::string problem = {};
    std::vector<change> changes = {};  // those first that break, then by method
};

// Parameters break when they take less, results when they may give more or leave out a member; new
// members of a result break nothing. A struct is looked at once for each parameter and result.
// Both texts are written to, but mean the same after.
comparison compare(std::span<char> before, std::span<char> after);

}  // namespace callbox::rpc
