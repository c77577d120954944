// Finds what changed between two OpenRPC documents, and which changes break clients that were
// written for the first.
#pragma once

#include <cstddef>
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
    // Those that are not listed: a list stays in proportion to the documents.
    std::size_t breaking_unlisted = 0, others_unlisted = 0;

    std::size_t count() const { return changes.size() + breaking_unlisted + others_unlisted; }
};

// Parameters break when they take less, results when they may give more or leave out a member; new
// members of a result break nothing. Lists what changed in a struct for each parameter and result.
// Writes to both texts without changing what they mean.
comparison compare(std::span<char> before, std::span<char> after);

}  // namespace callbox::openrpc
