// The tools of a table: by name, and as tools/list shows them.
#pragma once

#include "observe/logger.hpp"
#include "rpc/view.hpp"

#include <callbox/table.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace callbox::mcp {

class tool_list {
public:
    // Requires: what `methods` points to, and `log`, outlive it.
    tool_list(const table& methods, observe::logger& log) : methods_(methods), log_(&log) {}

    // The row of the tool of that name, or of the method of that name; null if the caller sees
    // none. `sees` is what it sees, null for all.
    const row* find(std::string_view name, const rpc::view* sees) const;
    // The name of a listed tool that is near to that one; empty if none is.
    std::string nearest(std::string_view name, const rpc::view* sees) const;

    // The tools that a caller sees, but deprecated ones: a JSON array, in the order of the table.
    // It is written when first asked for and then kept; the text is valid until the next call.
    // Requires: the view lives until clear().
    std::string_view listed(const rpc::view* sees);
    // Forgets all: the views go.
    void clear() { made_.reset(); }

private:
    struct list {
        const rpc::view* sees;
        std::string text;
        std::unique_ptr<list> next;
    };

    table methods_;
    observe::logger* log_;
    std::unique_ptr<list> made_;
};

}  // namespace callbox::mcp
