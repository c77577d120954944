// Sorts methods into groups.
#include "groups.hpp"

#include <map>
#include <utility>

namespace callbox::openrpc::generate {

namespace {

using style = std::string (*)(std::span<const std::string>);

// Adds the methods of a group, grouped by the next part of their paths, in document order.
void fill(group& to, const std::vector<const method*>& methods, std::size_t depth) {
    std::map<std::string_view, std::size_t> places;
    std::vector<std::vector<const method*>> within;
    for (const method* each : methods) {
        const std::string& part = each->path[depth];
        if (depth + 1 == each->path.size()) {
            to.methods.push_back({.method = each});
            continue;
        }
        const auto [at, is_new] = places.try_emplace(part, within.size());
        if (is_new) {
            to.groups.push_back({.part = part});
            within.emplace_back();
        }
        within[at->second].push_back(each);
    }
    for (std::size_t i = 0; i < within.size(); ++i) fill(to.groups[i], within[i], depth + 1);
}

// `names` is the scope of the group, `inner` that of a group in it.
void claim_names(group& to, scope names, const scope& inner, style made_of) {
    for (group& each : to.groups) each.name = names.claim(made_of(words_of(each.part)));
    for (group::entry& each : to.methods)
        each.name = names.claim(made_of(words_of(each.method->path.back())));
    for (group& each : to.groups) claim_names(each, inner, inner, made_of);
}

}  // namespace

group groups_of(const std::vector<method>& all, const std::vector<std::string_view>& reserved,
                std::string_view top, style made_of, const scope* outer) {
    std::vector<const method*> methods;
    methods.reserve(all.size());
    for (const method& each : all) methods.push_back(&each);
    group made;
    fill(made, methods, 0);
    std::vector<std::string_view> at_top = reserved;
    at_top.push_back(top);
    claim_names(made, scope(std::move(at_top), outer), scope(reserved, outer), made_of);
    return made;
}

}  // namespace callbox::openrpc::generate
