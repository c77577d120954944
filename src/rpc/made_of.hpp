// Traversal of the types that a type is composed of.
#pragma once

#include <callbox/table.hpp>

namespace callbox::rpc {

// Calls `visit` for each direct component of `t`.
template <class Visit> void visit_parts(const type& t, Visit visit) {
    if (t.element != nullptr) visit(*t.element);
    for (const type* part : t.parts) visit(*part);
    for (const member& m : t.members) visit(*m.type);
}

// Whether the predicate holds for the type or for a component of it, at any depth.
template <class Predicate> bool is_made_of(const type& t, Predicate predicate) {
    std::vector<const type*> open{&t};
    for (std::size_t at = 0; at < open.size(); ++at) {
        if (predicate(*open[at])) return true;
        visit_parts(*open[at], [&](const type& next) {
            if (std::ranges::find(open, &next) == open.end()) open.push_back(&next);
        });
    }
    return false;
}

}  // namespace callbox::rpc
