// Walks through what a type is made of.
#pragma once

#include <callbox/table.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace callbox::rpc {

// Calls `visit` for each type that `t` is directly made of.
template <class Visit> void visit_parts(const type& t, Visit visit) {
    if (t.element != nullptr) visit(*t.element);
    for (const type* part : t.parts) visit(*part);
    for (const member& m : t.members) visit(*m.type);
}

// Whether the type, or one that it is made of at any depth, is as asked.
template <class Asked> bool is_made_of(const type& t, Asked asked) {
    std::vector<const type*> open{&t};
    for (std::size_t at = 0; at < open.size(); ++at) {
        if (asked(*open[at])) return true;
        visit_parts(*open[at], [&](const type& next) {
            if (std::ranges::find(open, &next) == open.end()) open.push_back(&next);
        });
    }
    return false;
}

}  // namespace callbox::rpc
