// Finds the named types of a table and assigns them unique names, which code generators can use
// unchanged.
#include "schema.hpp"

#include "base/ascii.hpp"

namespace callbox::openrpc {

namespace {

using words = std::vector<std::string_view>;

bool is_word_character(char c) { return ascii::is_alpha(c) || ascii::is_digit(c) || c == '_'; }

// The identifiers in the name of a type, without namespaces. An empty word ends each argument of a
// template.
words words_of(std::string_view name) {
    words all;
    const auto drop = [&](std::string_view word) {
        if (!all.empty() && (word.empty() || all.back() == word)) all.pop_back();
    };
    while (!name.empty()) {
        const auto end = std::find_if_not(name.begin(), name.end(), is_word_character);
        const auto size = static_cast<std::size_t>(end - name.begin());
        if (size != 0) {
            all.push_back(name.substr(0, size));
        } else if (name.starts_with("::")) {
            const bool unnamed = !all.empty() && all.back() == "namespace";
            drop("");
            if (unnamed) drop("anonymous");
        } else if (name.front() == ',') {
            all.emplace_back();
        }
        name.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return all;
}

// "long unsigned int" and "unsigned long" are one type: appends a run of such words in a fixed
// order, without a redundant "int". Returns the place after the run.
std::size_t append_integer(std::string& out, const words& all, std::size_t from) {
    static constexpr std::array<std::string_view, 5> order{"unsigned", "short", "long", "char",
                                                           "int"};
    std::array<std::size_t, order.size()> count{};
    for (; from < all.size(); ++from) {
        const auto at = std::find(order.begin(), order.end(), all[from]);
        if (at == order.end()) break;
        ++count[static_cast<std::size_t>(at - order.begin())];
    }
    if (count[1] + count[2] != 0) count[4] = 0;
    for (std::size_t i = 0; i < order.size(); ++i)
        for (; count[i] != 0; --count[i]) out.append(out.empty() ? "" : "_").append(order[i]);
    return from;
}

bool has_two_sides(const type& t) {
    return is_made_of(t, [](const type& each) {
        return std::ranges::any_of(
            each.members, [](const member& m) { return !m.required && is_always_written(m); });
    });
}

// Generators cut names too, after more bytes: numbers and other endings are kept.
constexpr std::size_t name_bytes_max = 64;

// Whether generators make one name of both: "PageItem" of "page_item" and of "pageItem".
bool is_alike(std::string_view a, std::string_view b) {
    const auto next = [](std::string_view& rest) {
        while (rest.starts_with('_')) rest.remove_prefix(1);
        const char c = rest.empty() ? '\0' : ascii::to_lower(rest[0]);
        rest.remove_prefix(std::min<std::size_t>(rest.size(), 1));
        return c;
    };
    for (;;) {
        const char c = next(a);
        if (c != next(b)) return false;
        if (c == '\0') return true;
    }
}

// An unnamed tagged union becomes "card_or_transfer".
std::string key_of(const type& t) {
    if (!t.component.empty()) return component_name(t.component);
    std::string key = component_name(t.name);
    for (const type* part : t.parts) {
        if (!t.name.empty() || !is_tagged_union(t)) break;
        if (!key.empty()) key += "_or_";
        key += component_name(part->name);
    }
    return key;
}

}  // namespace

std::string component_name(std::string_view type_name) {
    const words all = words_of(type_name);
    std::string name;
    for (std::size_t i = 0; i < all.size();) {
        const std::size_t after = append_integer(name, all, i);
        if (std::exchange(i, after) != after) continue;
        const bool is_text = all[i] == "basic_string" && i + 1 < all.size() && all[i + 1] == "char";
        if (!name.empty() && !all[i].empty()) name += '_';
        name += is_text ? "string" : all[i];
        i += is_text ? 2 : 1;
    }
    return name;
}

// Alternatives of tagged unions are named after the other types, so a struct that is also used on
// its own keeps its name: "card", and "payment_card" for the alternative. Second schemas come last.
components::components(const table& methods, const rpc::view* sees)
    : all_(collected(methods, nullptr)) {
    std::stable_partition(all_.begin(), all_.end(),
                          [](const entry& e) { return e.within == nullptr; });
    for (entry& e : all_)
        e.name = free_name(key_of(*e.type), e.within == nullptr ? "" : name_of(*e.within));
    const std::size_t count = all_.size();
    for (std::size_t i = 0; i < count; ++i) {
        const bool in_both = all_[i].of_params && all_[i].of_results;
        if (!in_both || !has_two_sides(*all_[i].type)) continue;
        all_[i].of_results = false;
        const std::string name = free_name(all_[i].name + "_result", "");
        all_.push_back({all_[i].type, nullptr, false, true, name});
    }
    if (sees == nullptr) return;
    const std::vector<entry> seen = collected(methods, sees);
    std::erase_if(all_, [&](const entry& e) {
        return std::ranges::none_of(seen, [&](const entry& s) {
            return s.type == e.type &&
                   ((s.of_params && e.of_params) || (s.of_results && e.of_results));
        });
    });
}

// The named types of the methods of a view, still without names.
std::vector<components::entry> components::collected(const table& methods, const rpc::view* sees) {
    std::vector<entry> all;
    for (const row& r : methods.rows) {
        if (!rpc::is_listed(r, sees)) continue;
        for (const param& p : methods.params_of(r)) collect(all, *p.type, nullptr, side::param);
        collect(all, *r.returns, nullptr, side::result);
        if (r.is_event()) collect(all, *r.event.payload, nullptr, side::result);
    }
    return all;
}

void components::collect(std::vector<entry>& all, const type& t, const type* within, side user) {
    if (has_name(t)) {
        auto at = std::ranges::find(all, &t, &entry::type);
        if (at == all.end()) at = all.insert(at, {&t, within});
        bool& is_known = user == side::param ? at->of_params : at->of_results;
        if (std::exchange(is_known, true)) return;
    }
    const type* const united = is_tagged_union(t) ? &t : nullptr;
    visit_parts(t, [&](const type& part) { collect(all, part, united, user); });
}

// The key, with `prefix` before it if it is in use. Types of the same name from different
// namespaces are numbered, in the order of the table.
std::string components::free_name(std::string_view key, std::string_view prefix) const {
    const auto is_taken = [&](const std::string& name) {
        return name.empty() ||
               std::ranges::any_of(all_, [&](const entry& e) { return is_alike(e.name, name); });
    };
    std::string name(key);
    if (is_taken(name) && !prefix.empty()) name = std::string(prefix) + "_" + name;
    name.resize(std::min(name.size(), name_bytes_max));
    const std::string first = name.empty() ? "type" : name;
    for (int n = 2; is_taken(name); ++n) name = first + std::to_string(n);
    return name;
}

std::string_view components::name_of(const type& t, side user) const {
    const entry* found = nullptr;
    for (const entry& e : all_) {
        const bool is_of_side = user == side::param ? e.of_params : e.of_results;
        if (e.type == &t && (found == nullptr || is_of_side)) found = &e;
    }
    assert(found != nullptr);
    return found->name;
}

std::vector<const type*> components::objects() const {
    std::vector<const type*> found;
    for (const entry& e : all_)
        if (is_object(*e.type) && name_of(*e.type) == e.name) found.push_back(e.type);
    return found;
}

}  // namespace callbox::openrpc
