// Finds what changed between two OpenRPC documents, and which changes break clients that were
// written for the first.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace callbox::openrpc {

struct change {
    bool breaks;         // it breaks some client that was right before
    std::string method;  // empty: it is about the document's info
    std::string what;    // one line, unless names have control characters in them
};

struct comparison {
    // Why they can't be compared: one line, to follow the name of the document. Else empty.
    std::string problem = {};
    bool is_of_after = false;  // the problem is; else it is of `before`, or of both
    std::vector<change> changes = {};  // breaking ones first, then by method
};

// Parameters break when they take less, results when they may give more or leave out a member; new
// members of a result break nothing. Compares a struct once for each parameter and result.
// Writes to both texts without changing what they mean.
comparison compare(std::span<char> before, std::span<char> after);

}  // namespace callbox::openrpc
