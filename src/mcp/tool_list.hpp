// The tools of a table: by name, and as listed by tools/list.
#pragma once

#include "observe/logger.hpp"
#include "rpc/view.hpp"

namespace callbox::mcp {

class tool_list {
public:
    // Requires: the targets of `methods`, and `log`, outlive it.
    tool_list(const table& methods, observe::logger& log) : methods_(methods), log_(&log) {}

    // The row of the tool, or else the method, of that name; null if the caller does not see it.
    // `sees` is the view of the caller, null for all.
    const row* find(std::string_view name, const rpc::view* sees) const;
    // The name of the listed tool closest to `name`; empty if none is close.
    std::string nearest(std::string_view name, const rpc::view* sees) const;

    // The tools that a caller sees, except deprecated ones: a JSON array, in table order. It is
    // written on first use and then kept; the text is valid until the next call. Requires: the view
    // lives until clear().
    std::string_view listed(const rpc::view* sees);
    // Drops all lists, before the views are destroyed.
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
