// A method of the protocol itself, such as rpc.discover, listed neither in the table nor in the
// document.
#pragma once

#include "view.hpp"

#include <callbox/json.hpp>
#include <callbox/table.hpp>

#include <string_view>

namespace callbox::rpc {

// Has no parameters. Requires: `name` outlives it.
class protocol_method {
public:
    explicit protocol_method(std::string_view name);

    const row& as_row() const { return row_; }
    // Whether a caller with that view may call it; null: a caller that sees all methods.
    virtual bool is_visible(const view* sees) const = 0;
    // Writes the result, one JSON value.
    virtual void write_result(const view* sees, writer& to) = 0;

protected:
    ~protocol_method() = default;

private:
    row row_;
};

}  // namespace callbox::rpc
