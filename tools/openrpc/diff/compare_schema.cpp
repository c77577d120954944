// Compares the schemas of two parameters or results and describes the differences.
#include "compare_schema.hpp"

#include "openrpc/document_reader.hpp"
#include "rpc/describe.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace callbox::openrpc {

namespace {

using contract::kinds, contract::property, contract::schema, contract::shape;

constexpr std::size_t depth_max = 256;          // of nested schemas, through "$ref" too
constexpr std::size_t alternatives_max = 1024;  // of one schema

// The shapes of each kind. Integers count as numbers.
using shapes = std::array<std::vector<const shape*>, contract::kinds.size()>;

// False if there are too many alternatives.
bool flatten(const schema& from, shapes& out) {
    std::vector<const schema*> all{&from};
    std::set<const schema*> seen{&from};
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (const schema* each : all[i]->alternatives)
            if (seen.insert(each).second) all.push_back(each);
        if (all.size() > alternatives_max) return false;
        for (const shape& s : all[i]->shapes) {
            const kind slot = s.kind == kind::integer ? kind::number : s.kind;
            const auto at = std::ranges::find(kinds, slot) - kinds.begin();
            out[static_cast<std::size_t>(at)].push_back(&s);
        }
    }
    return true;
}

// "integer or null", "any JSON".
std::string kind_words(const shapes& all) {
    const auto is_there = [](const auto& slot) { return !slot.empty(); };
    if (std::ranges::all_of(all, is_there)) return "any JSON";
    std::vector<std::string> words;
    for (const auto& slot : all)
        for (const shape* each : slot) words.emplace_back(name_of(each->kind));
    return words.empty() ? "nothing" : joined(words, " or ");
}

// "integer from 0 to 255", "any number".
std::string range_words(const shape& s) {
    bytes out;
    out.append(s.least || s.most ? "" : "any ");
    out.append(name_of(s.kind));
    if (s.least) {
        out.append(" from ");
        rpc::append_literal(out, *s.least);
    }
    if (s.most) {
        out.append(" to ");
        rpc::append_literal(out, *s.most);
    }
    return std::string(out.view());
}

std::vector<std::string> without(std::vector<std::string> all,
                                 const std::vector<std::string>& taken) {
    const std::set<std::string_view> removed(taken.begin(), taken.end());
    std::erase_if(all, [&](const std::string& each) { return removed.contains(each); });
    return all;
}

// "at most 64 characters"; without a unit, "at most 64".
std::string count_words(const shape& s, std::string_view unit) {
    const std::string least = std::to_string(s.count_least), most = std::to_string(s.count_most);
    const bool open = s.count_most == SIZE_MAX;
    std::string words;
    if (open) words = s.count_least == 0 ? "any number" : "at least " + least;
    else if (s.count_least == 0) words = "at most " + most;
    else words = least == most ? most : least + " to " + most;
    if (unit.empty()) return words;
    if (open && s.count_least == 0) words += " of";
    const bool one = open ? s.count_least == 1 : s.count_most == 1;
    return words.append(" ").append(unit).append(one ? "" : "s");
}

// The shape with that tag; null if there is none.
const shape* tagged(const std::vector<const shape*>& all, const std::string& tag) {
    const auto at = std::ranges::find(all, tag, &shape::tag);
    return at == all.end() ? nullptr : *at;
}

// Compares two schemas recursively.
class walk {
public:
    walk(findings& out, side s, std::string subject)
        : findings_(out), side_(s), subject_(std::move(subject)) {}

    void property_of(const property* before, const property* after) {
        if (after == nullptr) return add(true, "removed");
        if (before == nullptr) {
            const bool breaks = is_parameter() && after->required;
            return add(breaks, breaks ? "added as required" : "added");
        }
        if (before->required && !after->required)
            add(!is_parameter(), is_parameter() ? "now optional" : "no longer always present");
        if (!before->required && after->required)
            add(is_parameter(), is_parameter() ? "now required" : "now always present");
        if (!before->required && !after->required) defaults(*before->schema, *after->schema);
        schemas(*before->schema, *after->schema);
    }

    void schemas(const schema& before, const schema& after) {
        findings_.docs_differ |= before.doc != after.doc;
        if (findings_.too_deep) return;
        shapes was, now;
        if (depth_ == depth_max || !flatten(before, was) || !flatten(after, now)) {
            findings_.too_deep = true;
            return;
        }
        ++depth_;
        kinds(was, now);
        for (std::size_t slot = 0; slot < was.size(); ++slot) alternatives(was[slot], now[slot]);
        --depth_;
    }

    // Compares, and remembers equal pairs: a type used by many parameters or results is compared
    // only once.
    template <class Do> void compare(Do act) {
        const std::size_t count = findings_.found.count();
        const bool docs_differed = std::exchange(findings_.docs_differ, false);
        act(*this);
        const bool is_equal = findings_.found.count() == count && !findings_.docs_differ;
        if (is_equal && !findings_.too_deep) equal_pairs().merge(seen_);
        findings_.docs_differ |= docs_differed;
    }

private:
    void defaults(const schema& before, const schema& after) {
        if (before.fallback == after.fallback) return;
        constexpr const char* none = "none";
        add(false, "default changed from " + before.fallback.value_or(none) + " to " +
                       after.fallback.value_or(none));
    }

    // If both sides have shapes of a kind, those with tags are left to alternatives().
    void kinds(const shapes& before, const shapes& after) {
        bool less = false, more = false;
        for (std::size_t slot = 0; slot < before.size(); ++slot) {
            const bool both_are_there = !before[slot].empty() && !after[slot].empty();
            const auto count = [both_are_there](const std::vector<const shape*>& all) {
                return std::ranges::count_if(all, [both_are_there](const shape* each) {
                    return !both_are_there || each->tag.empty();
                });
            };
            less |= count(after[slot]) < count(before[slot]);
            more |= count(after[slot]) > count(before[slot]);
        }
        add_set(less, more, kind_words(after), kind_words(before));
    }

    // Compares shapes of one kind: those with the same tag, and those without a tag in order.
    void alternatives(const std::vector<const shape*>& before,
                      const std::vector<const shape*>& after) {
        if (before.empty() || after.empty()) return;  // reported by kinds()
        for (const shape* was : before) {
            if (was->tag.empty()) continue;
            const shape* const now = tagged(after, was->tag);
            if (now == nullptr) add(is_parameter(), "no longer " + verb() + was->tag);
            else at(" " + was->tag, [&] { shape_of(*was, *now); });
        }
        for (const shape* now : after)
            if (!now->tag.empty() && tagged(before, now->tag) == nullptr)
                add(!is_parameter(), "now also " + verb() + now->tag);
        auto now = after.begin();
        for (const shape* was : before) {
            if (!was->tag.empty()) continue;
            now = std::find_if(now, after.end(), [](const shape* s) { return s->tag.empty(); });
            if (now == after.end()) break;
            shape_of(*was, **now++);
        }
    }

    void shape_of(const shape& before, const shape& after) {
        const findings::pair both{&before, &after};
        if (equal_pairs().contains(both) || !seen_.insert(both).second) return;
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
        if (!removed.empty()) add(is_parameter(), "no longer " + verb() + joined(removed));
        if (!added.empty()) add(!is_parameter(), "now also " + verb() + joined(added));
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
        const auto compare = [this](std::string_view was, std::string_view now, std::string lead) {
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

    // A name that one side does not list may be among its other members.
    void member(const shape& before, const property* was, const shape& after,
                const property* now) {
        at("." + std::string(was != nullptr ? was->name : now->name), [&] {
            const bool still_accepted =
                now == nullptr && is_parameter() && !after.rest->is_nothing();
            if (!still_accepted) property_of(was, now);
            if (still_accepted) schemas(*was->schema, *after.rest);
            if (was == nullptr && now != nullptr && !before.rest->is_nothing())
                schemas(*before.rest, *now->schema);
        });
    }

    void other_members(const shape& before, const shape& after) {
        const bool had = !before.rest->is_nothing(), has = !after.rest->is_nothing();
        const std::string any_member = verb() + "members of any name";
        if (had && has) at(".*", [&] { schemas(*before.rest, *after.rest); });
        else if (had) add(is_parameter(), "no longer " + any_member);
        else if (has) add(false, "now " + any_member);
    }

    std::set<findings::pair>& equal_pairs() { return findings_.equal[is_parameter() ? 0 : 1]; }
    bool is_parameter() const { return side_ == side::parameter; }
    std::string verb() const { return is_parameter() ? "accepts " : "returns "; }

    // Adds a finding about the value at the path: "removed".
    void add(bool breaks, std::string_view what) {
        findings_.add(breaks, (subject_ + path_ + ": ").append(what));
    }

    // Adds a finding about a set of values that lost some (less), gained some (more), or both.
    void add_set(bool less, bool more, std::string_view after, std::string_view before) {
        if (!less && !more) return;
        add(is_parameter() ? less : more,
            verb().append(after).append(", previously ").append(before));
    }

    // Calls act() with the path extended by the step: ".name", "[]".
    template <class Do> void at(std::string_view step, Do act) {
        const std::size_t kept = path_.size();
        path_.append(step);
        act();
        path_.resize(kept);
    }

    findings& findings_;
    side side_;
    std::string subject_;
    std::string path_ = {};
    std::size_t depth_ = 0;
    std::set<findings::pair> seen_ = {};
};

}  // namespace

void findings::add(bool breaks, std::string what) {
    const std::size_t size = method.size() + what.size() + sizeof(change);
    if (size > bytes_max) {
        ++(breaks ? found.breaking_unlisted : found.others_unlisted);
        return;
    }
    bytes_max -= size;
    found.changes.push_back({breaks, std::string(method), std::move(what)});
}

void compare_parameter(findings& out, const property* before, const property* after) {
    const property* known = before != nullptr ? before : after;
    walk(out, side::parameter, "parameter " + in_quotes(known->name)).compare([&](walk& each) {
        each.property_of(before, after);
    });
}

void compare_result(findings& out, const schema& before, const schema& after) {
    walk(out, side::result, "result").compare([&](walk& each) { each.schemas(before, after); });
}

}  // namespace callbox::openrpc
