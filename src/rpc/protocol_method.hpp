// A method of the protocol's own, as rpc.discover: the table and the document do not list it.
#pragma once

#include "view.hpp"

#include <callbox/json.hpp>
#include <callbox/table.hpp>

#include <string_view>

namespace callbox::rpc {

// It takes no parameters. Requires: `name` lives as long as it.
class protocol_method {
public:
    explicit protocol_method(std::string_view name);

    const row& as_row() const { return row_; }
    // Whether a caller with that view may call it; null: one who sees all.
    virtual bool is_visible(const view* sees) const = 0;
    // Writes the result, one JSON value.
    virtual void write_result(const view* sees, writer& to) = 0;

protected:
    ~protocol_method() = default;

private:
    row row_;
};

}  // namespace callbox::rpc
