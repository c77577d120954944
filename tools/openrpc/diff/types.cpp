// Finds the methods that use each type, and reports the changes of types.
#include "types.hpp"

#include "words.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

namespace callbox::openrpc {

namespace {

constexpr std::size_t steps_max = 1 << 23;  // of the search for the users of types
constexpr std::string_view docs_changed = "documentation changed";

std::string_view verb_of(side of) { return of == side::parameter ? "accepts " : "returns "; }

std::string words_of(const difference& d, std::string_view verb) {
    return std::string(d.lead).append(d.has_verb ? verb : "").append(d.rest);
}

auto key_of(const difference& d) { return std::tie(d.breaks, d.has_verb, d.path, d.lead, d.rest); }

struct by_content {
    bool operator()(const difference* a, const difference* b) const {
        return key_of(*a) < key_of(*b);
    }
};

}  // namespace

std::size_t type_table::reach(std::size_t owner, side of, const reached& found,
                              std::string place) {
    auto& [as_param, as_result] =
        places_.try_emplace({found.before, found.after}, none, none).first->second;
    std::size_t& at = of == side::parameter ? as_param : as_result;
    if (at == none) {
        at = types_.size();
        const std::size_t bytes =
            place.size() + (owner == none ? 0 : types_[owner].place_bytes);
        types_.push_back({found.before, found.after, of, owner, std::move(place), bytes});
        if (as_param != none && as_result != none) {
            types_[as_param].twin = as_result;
            types_[as_result].twin = as_param;
        }
    }
    if (at != owner) ++types_[at].places;
    return at;
}

void type_table::add(std::string_view place, side of, const differences& found) {
    method_entry& method = methods_.back();
    for (const difference& d : found.found) {
        out_.bytes_left += bytes_of(d);
        out_.add({d.breaks, std::string(method.name), std::string(place) + d.path,
                  words_of(d, verb_of(of))});
    }
    for (const reached& each : found.types)
        method.uses.push_back(reach(none, of, each, std::string(place) + each.path));
    out_.leave_out(true, found.breaking_unlisted);
    out_.leave_out(false, found.others_unlisted);
    method.docs_differ |= found.docs_differ;
    out_.too_deep |= found.too_deep;
}

void type_table::finish() {
    for (std::size_t i = 0; i < types_.size(); ++i) {
        differences found = compare_type(*types_[i].before, *types_[i].after, types_[i].of,
                                         out_.bytes_left);
        for (reached& each : found.types) {
            const std::size_t used = reach(i, types_[i].of, each, std::move(each.path));
            types_[i].uses.push_back(used);
        }
        out_.leave_out(true, found.breaking_unlisted);
        out_.leave_out(false, found.others_unlisted);
        out_.too_deep |= found.too_deep;
        types_[i].found = std::move(found);
    }
    find_users();
    if (out_.too_deep || out_.too_many) return;
    find_shared();
    for (std::size_t i = 0; i < types_.size(); ++i) report(i);
    for (const method_entry& each : methods_)
        if (each.docs_differ) out_.add(false, each.name, std::string(docs_changed));
}

void type_table::find_users() {
    std::size_t steps = 0;
    for (std::size_t m = 0; m < methods_.size(); ++m) {
        std::vector<std::size_t> open = methods_[m].uses;
        while (!open.empty() && ++steps < steps_max) {
            entry& at = types_[open.back()];
            open.pop_back();
            if (!at.users.empty() && at.users.back() == m) continue;
            at.users.push_back(m);
            open.insert(open.end(), at.uses.begin(), at.uses.end());
            steps += at.uses.size();
        }
    }
    out_.too_many = steps >= steps_max;
}

// An owner comes before the types that were found in it.
void type_table::find_shared() {
    for (entry& each : types_)
        each.is_shared = each.places > 1 || each.users.size() > 1 || each.twin != none ||
                         (each.owner != none && types_[each.owner].is_shared);
}

// A type of both sides is reported with the first of them.
void type_table::report(std::size_t type) {
    const entry& one = types_[type];
    for (const difference& d : one.found.found) out_.bytes_left += bytes_of(d);
    if (!one.is_shared) return report_single(one);
    if (one.twin == none) {
        for (const difference& d : one.found.found)
            report_shared(one, verb_of(one.of), d, one.users);
        if (one.found.docs_differ) report_docs(one, one.users);
    } else if (type < one.twin) {
        const entry& other = types_[one.twin];
        report_both(one.of == side::parameter ? one : other,
                    one.of == side::parameter ? other : one);
    }
}

// An equal difference of both sides is one change.
void type_table::report_both(const entry& param, const entry& result) {
    std::vector<std::size_t> users;
    std::ranges::set_union(param.users, result.users, std::back_inserter(users));
    std::set<const difference*, by_content> of_result;
    for (const difference& d : result.found.found) of_result.insert(&d);
    std::set<const difference*, by_content> of_param;
    for (const difference& d : param.found.found) of_param.insert(&d);
    for (const difference& d : param.found.found) {
        const bool is_both = of_result.contains(&d);
        report_shared(param, is_both ? "accepts and returns " : "accepts ", d,
                      is_both ? users : param.users);
    }
    for (const difference& d : result.found.found)
        if (!of_param.contains(&d)) report_shared(result, "returns ", d, result.users);
    if (param.found.docs_differ) report_docs(param, users);  // those of both sides
}

void type_table::report_docs(const entry& type, const std::vector<std::size_t>& users) {
    report_shared(type, "", {false, false, "", "", std::string(docs_changed)}, users);
}

void type_table::report_single(const entry& from) {
    method_entry& method = methods_[from.users[0]];
    method.docs_differ |= from.found.docs_differ;
    for (const difference& d : from.found.found) {
        if (from.place_bytes > out_.bytes_left) out_.leave_out(d.breaks, 1);
        else
            out_.add({d.breaks, std::string(method.name), place_of(from) + d.path,
                      words_of(d, verb_of(from.of))});
    }
}

void type_table::report_shared(const entry& type, std::string_view verb, const difference& found,
                               const std::vector<std::size_t>& users) {
    if (users.size() * sizeof(std::string_view) > out_.bytes_left)
        return out_.leave_out(found.breaks, 1);
    out_.add({found.breaks, "", "type " + plain(type.before->name) + found.path,
              words_of(found, verb), names_of(users)});
}

std::string type_table::place_of(const entry& type) const {
    std::vector<std::string_view> parts{type.place};
    for (std::size_t at = type.owner; at != none; at = types_[at].owner)
        parts.push_back(types_[at].place);
    std::string all;
    for (; !parts.empty(); parts.pop_back()) all.append(parts.back());
    return all;
}

std::vector<std::string_view> type_table::names_of(const std::vector<std::size_t>& users) const {
    std::vector<std::string_view> all;
    all.reserve(users.size());
    for (const std::size_t each : users) all.push_back(methods_[each].name);
    return all;
}

}  // namespace callbox::openrpc
