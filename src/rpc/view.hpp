// The part of a table that a caller sees: the methods in its scopes.
#pragma once

#include <callbox/table.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::rpc {

// Whether `glob` matches `name`; each '*' matches any run of characters, even an empty one.
bool matches(std::string_view glob, std::string_view name);

class view {
public:
    // Without scopes the view is empty. Requires: the targets of `methods` outlive it.
    view(const table& methods, std::span<const std::string> scopes);

    // Requires: `r` is a row of the table.
    bool has(const row& r) const {
        return seen_[static_cast<std::size_t>(&r - methods_.rows.data())];
    }
    // Whether its caller may monitor the server: rpc.status and /metrics.
    bool watches() const { return watches_; }

private:
    table methods_;
    std::vector<bool> seen_;  // of each row
    bool watches_;
};

// Whether a caller with that view sees the row; without a view it sees all rows.
inline bool is_seen(const row& r, const view* sees) { return sees == nullptr || sees->has(r); }

}  // namespace callbox::rpc
