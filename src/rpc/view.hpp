// The methods that a caller sees: those of a table in its scopes, and those of the protocol.
#pragma once

#include <callbox/table.hpp>

namespace callbox::rpc {

// Whether `glob` matches `name`; each '*' matches any run of characters, even an empty one.
bool matches(std::string_view glob, std::string_view name);

// Whether a token with that scope may call the method: its name matches, or `scope` is
// "scope:NAME" and the row has that scope.
inline constexpr std::string_view of_rows = "scope:";
bool grants(std::string_view scope, const row& r);

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
// The same, unless the row is unlisted.
inline bool is_listed(const row& r, const view* sees) { return !r.unlisted && is_seen(r, sees); }

// A method of the protocol itself, such as rpc.discover, listed neither in the table nor in the
// document. Requires: `name` outlives it.
class protocol_method {
public:
    // Has no parameters, and the result of write_result().
    explicit protocol_method(std::string_view name);
    // The same as the only row of that table, whose targets outlive it.
    protocol_method(std::string_view name, const table& like);

    const row& as_row() const { return row_; }
    // The table that has its parameters.
    const table& like() const { return like_; }
    // Whether a caller with that view may call it; null: a caller that sees all methods.
    virtual bool is_visible(const view*) const { return true; }
    // Writes the result, one JSON value.
    virtual void write_result(const view*, writer&) {}

private:
    row row_;
    table like_ = {};  // without rows: no parameters
};

}  // namespace callbox::rpc
