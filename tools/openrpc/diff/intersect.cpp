// Intersects schemas, shape by shape.
#include "intersect.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace callbox::openrpc::contract {

namespace {

constexpr std::size_t shapes_max = 1024;     // of one schema
constexpr std::size_t made_max = 10'000;     // schemas that no document contains
constexpr std::size_t nested_max = 256;      // parts with parts

bool is_numeric(kind k) { return k == kind::integer || k == kind::number; }

class intersector {
public:
    intersector(terms& all, const schema* any, const schema* nothing)
        : terms_(all), all_(all.schemas), any_(any), nothing_(nothing) {
        for (schema& each : all_)
            if (!each.parts.empty()) pending_.emplace(&each, &each);
    }

    // Most parts come after the schemas that contain them; schemas made meanwhile come last.
    bool resolve() {
        for (std::size_t i = all_.size(); i-- > 0 && !failed_;) fill(&all_[i]);
        for (std::size_t i = 0; i < all_.size() && !failed_; ++i) fill(&all_[i]);
        return !failed_;
    }

private:
    void fill(const schema* of) {
        const auto pending = pending_.extract(of);
        if (!pending) return;
        if (++depth_ > nested_max) failed_ = true;
        if (failed_) return;
        schema& s = *pending.mapped();
        const std::vector<const schema*> parts = std::exchange(s.parts, {});
        open_.insert(&s);
        std::vector<shape> found = shapes_of(parts[0]);
        for (std::size_t i = 1; i < parts.size() && !failed_; ++i)
            found = intersection(found, shapes_of(parts[i]));
        s.shapes = std::move(found);
        for (shape& each : s.shapes)
            if (each.of == nullptr) each.of = &s;
        open_.erase(&s);
        --depth_;
    }

    // The shapes of a schema and its alternatives. A schema has none within itself.
    std::vector<shape> shapes_of(const schema* from) {
        std::vector<shape> shapes;
        std::vector<const schema*> all{from};
        std::set<const schema*> seen{from};
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (open_.contains(all[i])) continue;
            fill(all[i]);
            shapes.insert(shapes.end(), all[i]->shapes.begin(), all[i]->shapes.end());
            for (const schema* each : all[i]->alternatives)
                if (seen.insert(each).second) all.push_back(each);
            if (all.size() > shapes_max || shapes.size() > shapes_max) failed_ = true;
            if (failed_) break;
        }
        return shapes;
    }

    std::vector<shape> intersection(const std::vector<shape>& a, const std::vector<shape>& b) {
        std::vector<shape> found;
        for (const shape& one : a)
            for (const shape& other : b) {
                if (one.kind != other.kind && !(is_numeric(one.kind) && is_numeric(other.kind)))
                    continue;
                if (found.size() == shapes_max) failed_ = true;
                if (failed_) return found;
                if (auto both = intersection(one, other)) found.push_back(std::move(*both));
            }
        return found;
    }

    // Empty if no value has both shapes.
    std::optional<shape> intersection(const shape& a, const shape& b) {
        if (is_unrestricted(b) && (a.kind == b.kind || b.kind == kind::number)) return a;
        if (is_unrestricted(a) && (a.kind == b.kind || a.kind == kind::number)) return b;
        shape both = a;
        both.of = nullptr;
        if (b.kind == kind::integer) both.kind = kind::integer;
        if (b.least && (!a.least || is_less(*a.least, *b.least))) both.least = b.least;
        if (b.most && (!a.most || is_less(*b.most, *a.most))) both.most = b.most;
        both.count_least = std::max(a.count_least, b.count_least);
        both.count_most = std::min(a.count_most, b.count_most);
        if (!a.values) both.values = b.values;
        if (a.values && b.values)
            std::erase_if(*both.values, [&](const std::string& each) {
                return std::ranges::find(*b.values, each) == b.values->end();
            });
        both.format = joined_texts(a.format, b.format);
        both.pattern = joined_texts(a.pattern, b.pattern);
        if (both.tag.empty()) both.tag = b.tag;
        both.unique |= b.unique;
        both.items.clear();
        for (std::size_t i = 0; i < std::max(a.items.size(), b.items.size()); ++i)
            both.items.push_back(meet(element(a, i), element(b, i)));
        both.rest = meet(a.rest, b.rest);
        both.names = meet(a.names, b.names);
        const bool fits = add_properties(both, a, b) && both.count_least <= both.count_most &&
                          (!both.values || !both.values->empty());
        return fits ? std::optional(std::move(both)) : std::nullopt;
    }

    // False if a member is required that no value has.
    bool add_properties(shape& both, const shape& a, const shape& b) {
        both.properties.clear();
        const by_name in_a(a.properties, &property::name), in_b(b.properties, &property::name);
        const auto add = [&](const property& one, const property* other, const schema* rest) {
            property made = one;
            made.schema = meet(one.schema, other != nullptr ? other->schema : rest);
            made.required |= other != nullptr && other->required;
            if (made.schema == nothing_) return !made.required;
            both.properties.push_back(made);
            return true;
        };
        for (const property& one : a.properties)
            if (!add(one, in_b.find(one.name), b.rest)) return false;
        for (const property& one : b.properties)
            if (in_a.find(one.name) == nullptr && !add(one, nullptr, a.rest)) return false;
        return true;
    }

    // A schema for the values that both accept, the same for the same two.
    const schema* meet(const schema* a, const schema* b) {
        if (a == b || b == any_) return a;
        if (a == any_) return b;
        if (a == nothing_ || b == nothing_) return nothing_;
        const std::set<const schema*> of_a = origin(a), of_b = origin(b);
        std::vector<const schema*> both;
        std::ranges::set_union(of_a, of_b, std::back_inserter(both));
        const auto [at, is_new] = made_.try_emplace(both);
        if (!is_new) return at->second;
        if (made_.size() > made_max) failed_ = true;
        all_.push_back({.doc = a->doc.empty() ? b->doc : a->doc,
                        .fallback = a->fallback ? a->fallback : b->fallback,
                        .parts = both});
        schema& made = all_.back();
        at->second = &made;
        pending_.emplace(&made, &made);
        origins_[&made] = {both.begin(), both.end()};
        return at->second;
    }

    // The schemas of the document that a schema is the intersection of.
    std::set<const schema*> origin(const schema* of) const {
        const auto found = origins_.find(of);
        return found == origins_.end() ? std::set{of} : found->second;
    }

    bool is_unrestricted(const shape& s) const {
        return !s.least && !s.most && s.count_least == 0 && s.count_most == SIZE_MAX &&
               !s.values && s.items.empty() && s.properties.empty() && s.rest == any_ &&
               s.names == any_ && s.format.empty() && s.pattern.empty() && !s.unique;
    }

    static const schema* element(const shape& s, std::size_t i) {
        return i < s.items.size() ? s.items[i] : s.rest;
    }

    std::string_view joined_texts(std::string_view a, std::string_view b) {
        if (a.empty() || a == b) return b;
        if (b.empty()) return a;
        return terms_.texts.emplace_back(std::string(a).append(" and ").append(b));
    }

    terms& terms_;
    std::deque<schema>& all_;
    const schema* any_;
    const schema* nothing_;
    std::map<const schema*, schema*> pending_ = {};
    std::set<const schema*> open_ = {};  // being filled
    std::map<std::vector<const schema*>, const schema*> made_ = {};
    std::map<const schema*, std::set<const schema*>> origins_ = {};
    std::size_t depth_ = 0;
    bool failed_ = false;
};

}  // namespace

bool intersect(terms& all, const schema* any, const schema* nothing) {
    return intersector(all, any, nothing).resolve();
}

}  // namespace callbox::openrpc::contract
