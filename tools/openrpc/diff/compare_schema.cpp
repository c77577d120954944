// Compares the schemas of two parameters or results and describes the differences.
#include "compare_schema.hpp"

#include "words.hpp"

#include <algorithm>
#include <cassert>
#include <set>
#include <utility>

namespace callbox::openrpc {

namespace {

using contract::kinds, contract::property, contract::schema, contract::shape;

constexpr std::size_t depth_max = 256;  // of nested schemas within a type

std::vector<std::string> without(std::vector<std::string> all,
                                 const std::vector<std::string>& taken) {
    const std::set<std::string_view> removed(taken.begin(), taken.end());
    std::erase_if(all, [&](const std::string& each) { return removed.contains(each); });
    return all;
}

// The last type in a chain of references from the schema, which may be one; null if there is none.
const schema* named(const schema& from) {
    const schema* found = from.is_type ? &from : nullptr;
    const schema* at = &from;
    for (int i = 0; i < 64 && at->shapes.empty() && at->alternatives.size() == 1; ++i) {
        at = at->alternatives[0];
        if (at->is_type) found = at;
    }
    return found;
}

// Whether the shape is all of a type.
bool is_type(const shape& s) {
    return s.of != nullptr && s.of->is_type && s.of->alternatives.empty() &&
           s.of->shapes.size() == 1;
}

// The tags that only one shape has on each side.
std::set<std::string_view> tags_of(const std::vector<const shape*>& before,
                                   const std::vector<const shape*>& after) {
    std::set<std::string_view> tags, repeated{""};
    for (const auto* side : {&before, &after}) {
        std::set<std::string_view> seen;
        for (const shape* each : *side)
            if (!seen.insert(each->tag).second) repeated.insert(each->tag);
        tags.merge(seen);
    }
    for (const std::string_view each : repeated) tags.erase(each);
    return tags;
}

// The shape with that tag; null if there is none.
const shape* tagged(const std::vector<const shape*>& all, std::string_view tag) {
    const auto at = std::ranges::find(all, tag, &shape::tag);
    return at == all.end() ? nullptr : *at;
}

std::vector<const shape*> without(const std::set<std::string_view>& tags,
                                  std::vector<const shape*> all) {
    std::erase_if(all, [&tags](const shape* s) { return tags.contains(s->tag); });
    return all;
}

// Compares two schemas recursively, up to the types that both refer to.
class walk {
public:
    walk(differences& out, side s, std::size_t& bytes_left)
        : out_(out), side_(s), bytes_left_(bytes_left) {}

    void property_of(const property* before, const property* after) {
        if (after == nullptr) return add(true, "", "removed");
        if (before == nullptr) {
            const bool breaks = is_parameter() && after->required;
            return add(breaks, "", breaks ? "added as required" : "added");
        }
        if (before->required && !after->required)
            add(!is_parameter(), "", is_parameter() ? "now optional" : "no longer always present");
        if (!before->required && after->required)
            add(is_parameter(), "", is_parameter() ? "now required" : "now always present");
        if (!before->required && !after->required) defaults(*before->schema, *after->schema);
        schemas(*before->schema, *after->schema);
    }

    void schemas(const schema& before, const schema& after) {
        const schema* const was = named(before);
        const schema* const now = named(after);
        out_.docs_differ |= before.doc != after.doc && &before != was;
        if (was == nullptr || now == nullptr) return contents(before, after);
        reach(*was, *now);
    }

    // Does not stop at these two, even if they are types.
    void contents(const schema& before, const schema& after) {
        if (path_.empty()) {
            own_before_ = &before;
            own_after_ = &after;
        }
        out_.docs_differ |= before.doc != after.doc;
        if (out_.too_deep) return;
        shapes was, now;
        if (depth_ == depth_max || !flatten(before, was) || !flatten(after, now)) {
            out_.too_deep = true;
            return;
        }
        ++depth_;
        kinds(was, now);
        for (std::size_t slot = 0; slot < was.size(); ++slot) alternatives(was[slot], now[slot]);
        --depth_;
    }

private:
    void defaults(const schema& before, const schema& after) {
        if (before.fallback == after.fallback) return;
        constexpr const char* none = "none";
        add(false, "", "default changed from " + before.fallback.value_or(none) + " to " +
                           after.fallback.value_or(none));
    }

    // If both sides have shapes of a kind, those with tags are left to alternatives().
    void kinds(const shapes& before, const shapes& after) {
        bool less = false, more = false;
        for (std::size_t slot = 0; slot < before.size(); ++slot) {
            const auto &older = before[slot], &newer = after[slot];
            std::set<std::string_view> tags;
            if (!older.empty() && !newer.empty()) tags = tags_of(older, newer);
            less |= without(tags, newer).size() < without(tags, older).size();
            more |= without(tags, newer).size() > without(tags, older).size();
        }
        add_set(less, more, kind_words(after), kind_words(before));
    }

    // Compares shapes of one kind: those with the same tag; of the others, types of the same name,
    // and the rest in order.
    void alternatives(const std::vector<const shape*>& before,
                      const std::vector<const shape*>& after) {
        if (before.empty() || after.empty()) return;  // reported by kinds()
        const auto tags = tags_of(before, after);
        for (const shape* was : before) {
            if (!tags.contains(was->tag)) continue;
            const shape* const now = tagged(after, was->tag);
            if (now == nullptr) add_set_change(is_parameter(), "no longer ", was->tag);
            else at(" " + was->tag, [&] { shape_of(*was, *now); });
        }
        for (const shape* now : after)
            if (tags.contains(now->tag) && tagged(before, now->tag) == nullptr)
                add_set_change(!is_parameter(), "now also ", now->tag);
        const bool several = before.size() > 1 || after.size() > 1;
        others(without(tags, before), without(tags, after), several);
    }

    void others(std::vector<const shape*> before, std::vector<const shape*> after, bool several) {
        for (const shape*& was : before) {
            if (!is_type(*was)) continue;
            const std::string& name = was->of->name;
            const auto now = std::ranges::find_if(after, [&name](const shape* s) {
                return s != nullptr && is_type(*s) && s->of->name == name;
            });
            if (now == after.end()) continue;
            at(several ? " " + plain(name) : "",
               [&] { shape_of(*std::exchange(was, nullptr), *std::exchange(*now, nullptr)); });
        }
        std::erase(before, nullptr);
        std::erase(after, nullptr);
        for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i)
            shape_of(*before[i], *after[i]);
    }

    void shape_of(const shape& before, const shape& after) {
        const bool own = before.of == own_before_ && after.of == own_after_;
        if (is_type(before) && is_type(after) && !own) return reach(*before.of, *after.of);
        if (!seen_.insert({&before, &after}).second) return;
        values(before, after);
        switch (before.kind) {
        case kind::null:
        case kind::boolean: return;
        case kind::integer:
        case kind::number: return numbers(before, after);
        case kind::string: return texts(before, after);
        case kind::array: return elements(before, after);
        case kind::object: return members(before, after);
        }
    }

    void numbers(const shape& before, const shape& after) {
        const auto lower = [](const shape& a, const shape& b) {  // begins earlier
            return b.least && (!a.least || is_less(*a.least, *b.least));
        };
        const auto higher = [](const shape& a, const shape& b) {
            return b.most && (!a.most || is_less(*b.most, *a.most));
        };
        const auto wider = [&](const shape& a, const shape& b) {
            const bool is_narrower = a.kind == kind::number && b.kind == kind::integer;
            return is_narrower || lower(a, b) || higher(a, b);
        };
        add_set(wider(before, after), wider(after, before), range_words(after),
                range_words(before));
    }

    void values(const shape& before, const shape& after) {
        const auto any = "any " + std::string(name_of(after.kind));
        if (!before.values && !after.values) return;
        if (!before.values) return add_set(true, false, "only " + joined(*after.values), any);
        if (!after.values) return add_set(false, true, any, "only " + joined(*before.values));
        const auto removed = without(*before.values, *after.values);
        const auto added = without(*after.values, *before.values);
        if (!removed.empty()) add_set_change(is_parameter(), "no longer ", joined(removed));
        if (!added.empty()) add_set_change(!is_parameter(), "now also ", joined(added));
    }

    void counts(const shape& before, const shape& after, std::string_view unit) {
        const auto wider = [](const shape& a, const shape& b) {
            return a.count_least < b.count_least || a.count_most > b.count_most;
        };
        add_set(wider(before, after), wider(after, before), count_words(after, unit),
                count_words(before, ""));
    }

    // A format or pattern narrows the set of strings. Which of two is narrower is unknown.
    void texts(const shape& before, const shape& after) {
        const auto compare = [this](std::string_view was, std::string_view now,
                                    const std::string& lead) {
            const auto named = [&](std::string_view s) {
                return s.empty() ? "any string" : lead + std::string(s);
            };
            if (was != now) add_set(!now.empty(), !was.empty(), named(now), named(was));
        };
        compare(before.format, after.format, "");
        compare(before.pattern, after.pattern, "string that matches ");
        counts(before, after, "character");
    }

    // Compares only elements that both allow: counts() reports the others.
    void elements(const shape& before, const shape& after) {
        counts(before, after, "element");
        const std::string_view unique = "unique elements only", any = "any elements";
        add_set(!before.unique && after.unique, before.unique && !after.unique,
                after.unique ? unique : any, before.unique ? unique : any);
        const std::size_t possible = std::min(before.count_most, after.count_most);
        const std::size_t listed = std::max(before.items.size(), after.items.size());
        const auto element = [](const shape& s, std::size_t i) -> const schema& {
            return i < s.items.size() ? *s.items[i] : *s.rest;
        };
        for (std::size_t i = 0; i < std::min(listed, possible); ++i)
            at("[" + std::to_string(i) + "]",
               [&] { schemas(element(before, i), element(after, i)); });
        if (possible > listed) at("[]", [&] { schemas(*before.rest, *after.rest); });
    }

    void members(const shape& before, const shape& after) {
        counts(before, after, "member");
        if (before.names != after.names)
            at(" (names)", [&] { schemas(*before.names, *after.names); });
        const contract::by_name older(before.properties), newer(after.properties);
        for (const property& was : before.properties)
            member(before, &was, after, newer.find(was.name));
        for (const property& now : after.properties)
            if (older.find(now.name) == nullptr) member(before, nullptr, after, &now);
        other_members(before, after);
    }

    // A name that one side does not list may be among its other members. A new member of an object
    // without "additionalProperties" has had no type before.
    void member(const shape& before, const property* was, const shape& after,
                const property* now) {
        at(member_step(was != nullptr ? was->name : now->name), [&] {
            assert(was != nullptr || now != nullptr);
            const bool still_accepted =
                now == nullptr && is_parameter() && !after.rest->is_nothing();
            if (was == nullptr && !is_parameter()) new_member(*now, before.rest->is_nothing());
            else if (!still_accepted) property_of(was, now);
            if (still_accepted) schemas(*was->schema, *after.rest);
            if (was == nullptr && !before.rest->is_nothing() && !before.rest->is_anything())
                schemas(*before.rest, *now->schema);
        });
    }

    // Clients ignore members that they do not know, unless they validate results: with
    // "additionalProperties": false the earlier document permits none.
    void new_member(const property& added, bool was_closed) {
        std::string what = "added as " + type_words(*added.schema);
        what += added.required ? ", always present" : ", not always present";
        if (was_closed) what.append("; ").append(refused).append(" it");
        add(false, "", std::move(what));
    }

    void other_members(const shape& before, const shape& after) {
        const bool had = !before.rest->is_nothing(), has = !after.rest->is_nothing();
        std::string any_member = "members of any name";
        if (had && has) at(".*", [&] { schemas(*before.rest, *after.rest); });
        else if (had) add_set_change(is_parameter(), "no longer ", any_member);
        else if (has) {
            if (!is_parameter()) any_member.append("; ").append(refused).append(" them");
            add_set_change(false, "now ", any_member);
        }
    }

    bool is_parameter() const { return side_ == side::parameter; }

    // Whether the bytes are available; if so, uses them.
    bool use(std::size_t bytes) {
        const bool fits = bytes <= bytes_left_;
        if (fits) bytes_left_ -= bytes;
        return fits;
    }

    // Records that both schemas refer to a type here.
    void reach(const schema& before, const schema& after) {
        const bool fits = use(sizeof(reached) + path_.size());
        out_.types.push_back({&before, &after, fits ? path_ : std::string()});
    }

    // Adds a difference of the value at the path: "removed".
    void add(bool breaks, std::string_view lead, std::string what, bool has_verb = false) {
        difference made{breaks, has_verb, path_, lead, std::move(what)};
        if (use(bytes_of(made))) out_.found.push_back(std::move(made));
        else ++(breaks ? out_.breaking_unlisted : out_.others_unlisted);
    }
    // "now also accepts 1".
    void add_set_change(bool breaks, std::string_view lead, std::string values) {
        add(breaks, lead, std::move(values), true);
    }

    // Adds a difference of a set of values that lost some (less), gained some (more), or both.
    void add_set(bool less, bool more, std::string_view after, std::string_view before) {
        if (!less && !more) return;
        add_set_change(is_parameter() ? less : more, "",
                       std::string(after).append(", previously ").append(before));
    }

    // Calls act() with the path extended by the step: ".name", "[]".
    template <class Do> void at(std::string_view step, Do act) {
        const std::size_t kept = path_.size();
        path_.append(step);
        act();
        path_.resize(kept);
    }

    static constexpr std::string_view refused = "strict validators of the old document reject";

    differences& out_;
    side side_;
    std::size_t& bytes_left_;
    const schema* own_before_ = nullptr;
    const schema* own_after_ = nullptr;
    std::string path_ = {};
    std::size_t depth_ = 0;
    std::set<std::pair<const shape*, const shape*>> seen_ = {};
};

}  // namespace

std::size_t bytes_of(const difference& d) { return sizeof d + d.path.size() + d.rest.size(); }

differences compare_parameter(const property* before, const property* after,
                              std::size_t& bytes_left) {
    differences out;
    walk(out, side::parameter, bytes_left).property_of(before, after);
    return out;
}

differences compare_result(const schema& before, const schema& after, std::size_t& bytes_left) {
    differences out;
    walk(out, side::result, bytes_left).schemas(before, after);
    return out;
}

differences compare_type(const schema& before, const schema& after, side of,
                         std::size_t& bytes_left) {
    differences out;
    walk(out, of, bytes_left).contents(before, after);
    return out;
}

}  // namespace callbox::openrpc
