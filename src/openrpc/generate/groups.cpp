// Puts methods into groups.
#include "groups.hpp"

#include "names.hpp"

#include <algorithm>
#include <utility>

namespace callbox::openrpc::generate {

namespace {

using style = std::string (*)(std::span<const std::string>);

// Groups and methods with their parts of the document as names.
void sort_in(group& to, const method& m, std::size_t depth) {
    if (depth + 1 == m.path.size()) return to.methods.push_back({m.path[depth], &m});
    auto at = std::ranges::find(to.groups, m.path[depth], &group::part);
    if (at == to.groups.end())
        at = to.groups.insert(at, group{.part = m.path[depth]});
    sort_in(*at, m, depth + 1);
}

// `names` is the scope of the group itself.
void give_names(group& to, scope names, std::string_view reserved, style made_of) {
    for (group& each : to.groups) each.name = names.claim(made_of(words_of(each.part)));
    for (group::entry& each : to.methods) each.name = names.claim(made_of(words_of(each.name)));
    for (group& each : to.groups) give_names(each, scope(reserved), reserved, made_of);
}

}  // namespace

group groups_of(const std::vector<method>& all, std::string_view reserved, std::string_view top,
                style made_of) {
    group made;
    for (const method& each : all) sort_in(made, each, 0);
    scope names(reserved);
    names.reserve(top);
    give_names(made, std::move(names), reserved, made_of);
    return made;
}

}  // namespace callbox::openrpc::generate
