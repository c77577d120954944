// Finds the changes between two OpenRPC documents, and which of them break clients written for the
// first one.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace callbox::openrpc {

struct change {
    bool breaks;         // it can break a correct client
    std::string method;  // empty if the document's info changed
    std::string what;    // one line, unless names contain control characters
};

struct comparison {
    // Why the documents cannot be compared: one line, to be appended to the name of one; otherwise
    // empty.
    std::string problem = {};
    bool is_of_after = false;  // the problem is in `after`, not in `before` or both
    std::vector<change> changes = {};  // breaking ones first, then by method
    // Changes that are not listed. The list is limited in proportion to the documents.
    std::size_t breaking_unlisted = 0, others_unlisted = 0;

    std::size_t count() const { return changes.size() + breaking_unlisted + others_unlisted; }
};

// A parameter that accepts less breaks clients, and so does a result that may have more values or
// omit a member; new members of a result break nothing. A change of a struct is listed for every
// parameter and result that contains it. Modifies both texts, but not their meaning.
comparison compare(std::span<char> before, std::span<char> after);

}  // namespace callbox::openrpc
