// Finds the changes between two OpenRPC documents, and which of them break clients written for the
// first one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc {

struct change {
    bool breaks;              // it can break a correct client
    std::string method = {};  // empty: the document's info, or a type
    std::string place = {};   // "parameter items[].kind", "result", "type card"; empty: the method
    std::string what = {};    // one line, unless names contain control characters
    // The methods that use the type, by name. Views into the documents.
    std::vector<std::string_view> methods = {};
};

// "type card.kind: now required (pay, refund)", without the method.
std::string text_of(const change& c);

struct comparison {
    // Why the documents cannot be compared: one line, to be appended to the name of one; otherwise
    // empty.
    std::string problem = {};
    bool is_of_after = false;  // the problem is in `after`, not in `before` or both
    std::vector<change> changes = {};  // breaking ones first, then by type and method
    std::vector<std::string> others = {};  // documents that these refer to, which are not read
    // Changes that are not listed. The list is limited in proportion to the documents.
    std::size_t breaking_unlisted = 0, others_unlisted = 0;

    std::size_t count() const { return changes.size() + breaking_unlisted + others_unlisted; }
    std::size_t breaking() const {
        const auto listed = std::ranges::count_if(changes, &change::breaks);
        return static_cast<std::size_t>(listed) + breaking_unlisted;
    }
};

// A parameter that accepts less breaks clients, and so does a result that may have more values or
// omit a member; new members of a result break nothing. A change of a type that is used in several
// places is listed once. Modifies both texts, but not their meaning; they must outlive the result.
comparison compare(std::span<char> before, std::span<char> after);

}  // namespace callbox::openrpc
