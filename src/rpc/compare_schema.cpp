// Compares the schemas of two parameters or results and says in words what differs.
#include "compare_schema.hpp"

#include "describe.hpp"
#include "examine.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace callbox::rpc {

namespace {

using contract::property, contract::schema, contract::shape;

constexpr std::size_t depth_max = 256;          // of nested schemas, through "$ref" too
constexpr std::size_t alternatives_max = 1024;  // of one schema

enum class side { takes, gives };

// Integers and numbers share one slot.
constexpr std::array slots{kind::boolean, kind::number, kind::string,
                           kind::array,   kind::object, kind::null};
using shapes = std::array<std::vector<const shape*>, slots.size()>;

// Walks through two schemas at once.
class walk {
public:
    walk(findings& into, side of, std::string subject)
        : into_(into), side_(of), subject_(std::move(subject)) {}

    void property_of(const property* before, const property* after);
    void schemas(const schema& before, const schema& after);

private:
    void defaults(const schema& before, const schema& after);
    void kinds(const shapes& before, const shapes& after);
    void shape_of(const shape& before, const shape& after);
    void numbers(const shape& before, const shape& after);
    void values(const shape& before, const shape& after);
    void counts(const shape& before, const shape& after, std::string_view unit);
    void elements(const shape& before, const shape& after);
    void members(const shape& before, const shape& after);
    void member(const shape& before, const property* was, const shape& after, const property* is);
    void other_members(const shape& before, const shape& after);

    bool takes() const { return side_ == side::takes; }
    std::string_view verb() const { return takes() ? " takes " : " gives "; }
    std::string_view verb_no_longer() const {
        return takes() ? " no longer takes " : " no longer gives ";
    }
    // Adds a finding about what is at the path: " was removed".
    void tell(bool breaks, std::string_view what);
    // Adds a finding about a set of values that lost some (less), gained some (more), or both.
    void tell_set(bool less, bool more, std::string_view after, std::string_view before);
    template <class Do> void at(std::string_view step, Do act);

    findings& into_;
    side side_;
    std::string subject_;
    std::string path_ = {};
    std::size_t depth_ = 0;
    std::set<std::pair<const shape*, const shape*>> seen_ = {};
};

void walk::property_of(const property* before, const property* after) {
    if (after == nullptr) return tell(true, " was removed");
    if (before == nullptr) {
        const bool breaks = takes() && after->required;
        return tell(breaks, breaks ? " is new and required" : " is new");
    }
    if (before->required && !after->required)
        tell(!takes(), takes() ? " is optional now" : " is no longer always there");
    if (!before->required && after->required)
        tell(takes(), takes() ? " is required now" : " is always there now");
    if (!before->required && !after->required) defaults(*before->is, *after->is);
    schemas(*before->is, *after->is);
}

void walk::defaults(const schema& before, const schema& after) {
    if (before.fallback == after.fallback) return;
    const auto words = [](const schema& of) { return of.fallback ? *of.fallback : "no default"; };
    tell(false, (after.fallback ? " has the default " : " has ") + words(after) + ", before " +
                    words(before));
}

const property* find(const shape& of, std::string_view name) {
    for (const property& each : of.properties)
        if (each.name == name) return &each;
    return nullptr;
}

// False when there are too many alternatives.
bool flatten(const schema& from, shapes& into) {
    std::vector<const schema*> all{&from};
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (const schema* each : all[i]->alternatives)
            if (std::find(all.begin(), all.end(), each) == all.end()) all.push_back(each);
        if (all.size() > alternatives_max) return false;
        for (const shape& s : all[i]->shapes) {
            const kind slot = s.is == kind::integer ? kind::number : s.is;
            const auto at = std::find(slots.begin(), slots.end(), slot);
            into[static_cast<std::size_t>(at - slots.begin())].push_back(&s);
        }
    }
    return true;
}

void walk::schemas(const schema& before, const schema& after) {
    into_.docs_differ |= before.doc != after.doc;
    shapes was, is;
    if (depth_ == depth_max || !flatten(before, was) || !flatten(after, is)) {
        into_.too_deep = true;
        return;
    }
    ++depth_;
    kinds(was, is);
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
        const std::size_t both = std::min(was[slot].size(), is[slot].size());
        for (std::size_t i = 0; i < both; ++i) shape_of(*was[slot][i], *is[slot][i]);
    }
    --depth_;
}

// "integer or null", "any JSON".
std::string kind_words(const shapes& of) {
    const auto is_there = [](const auto& slot) { return !slot.empty(); };
    if (std::all_of(of.begin(), of.end(), is_there)) return "any JSON";
    std::string words;
    for (const auto& slot : of)
        for (const shape* each : slot) {
            if (!words.empty()) words += " or ";
            words += name_of(each->is);
        }
    return words.empty() ? "nothing" : words;
}

void walk::kinds(const shapes& before, const shapes& after) {
    bool less = false, more = false;
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
        less |= after[slot].size() < before[slot].size();
        more |= after[slot].size() > before[slot].size();
    }
    tell_set(less, more, kind_words(after), kind_words(before));
}

void walk::shape_of(const shape& before, const shape& after) {
    if (!seen_.emplace(&before, &after).second) return;
    values(before, after);
    switch (before.is) {
    case kind::null:
    case kind::boolean: return;
    case kind::integer:
    case kind::number: return numbers(before, after);
    case kind::string: return counts(before, after, "character");
    case kind::array: return elements(before, after);
    case kind::object: return members(before, after);
    }
}

// "integer from 0 to 255", "any number".
std::string range_words(const shape& of) {
    const std::string name(name_of(of.is));
    if (!of.least && !of.most) return "any " + name;
    bytes out;
    out.append(name);
    if (of.least) {
        out.append(" from ");
        append_literal(out, *of.least);
    }
    if (of.most) {
        out.append(" to ");
        append_literal(out, *of.most);
    }
    return std::string(out.view());
}

void walk::numbers(const shape& before, const shape& after) {
    const auto lower = [](const shape& a, const shape& b) {  // begins earlier
        return b.least && (!a.least || is_less(*a.least, *b.least));
    };
    const auto higher = [](const shape& a, const shape& b) {
        return b.most && (!a.most || is_less(*b.most, *a.most));
    };
    const auto wider = [&](const shape& a, const shape& b) {
        return (a.is == kind::number && b.is == kind::integer) || lower(a, b) || higher(a, b);
    };
    tell_set(wider(before, after), wider(after, before), range_words(after), range_words(before));
}

std::string list_of(std::span<const std::string> all) {
    std::string list;
    for (const std::string& each : all) {
        if (!list.empty()) list += ", ";
        list += each;
    }
    return list;
}

std::vector<std::string> without(std::span<const std::string> all,
                                 std::span<const std::string> taken) {
    std::vector<std::string> left;
    for (const std::string& each : all)
        if (std::find(taken.begin(), taken.end(), each) == taken.end()) left.push_back(each);
    return left;
}

void walk::values(const shape& before, const shape& after) {
    const auto any = "any " + std::string(name_of(after.is));
    if (!before.values && !after.values) return;
    if (!before.values) return tell_set(true, false, "only " + list_of(*after.values), any);
    if (!after.values) return tell_set(false, true, any, "only " + list_of(*before.values));
    const auto removed = without(*before.values, *after.values);
    const auto added = without(*after.values, *before.values);
    if (!removed.empty()) tell(takes(), std::string(verb_no_longer()) + list_of(removed));
    if (!added.empty()) tell(!takes(), std::string(verb()) + list_of(added) + " too");
}

// "at most 64 characters"; without a unit, "at most 64".
std::string count_words(const shape& of, std::string_view unit) {
    const std::string least = std::to_string(of.count_least), most = std::to_string(of.count_most);
    const bool open = of.count_most == SIZE_MAX;
    std::string words;
    if (open) words = of.count_least == 0 ? "any number" : "at least " + least;
    else if (of.count_least == 0) words = "at most " + most;
    else words = least == most ? most : least + " to " + most;
    if (unit.empty()) return words;
    if (open && of.count_least == 0) words += " of";
    const bool one = open ? of.count_least == 1 : of.count_most == 1;
    return words.append(" ").append(unit).append(one ? "" : "s");
}

void walk::counts(const shape& before, const shape& after, std::string_view unit) {
    const auto wider = [](const shape& a, const shape& b) {
        return a.count_least < b.count_least || a.count_most > b.count_most;
    };
    tell_set(wider(before, after), wider(after, before), count_words(after, unit),
             count_words(before, ""));
}

// Compares only elements that both allow: counts() has told of the others.
void walk::elements(const shape& before, const shape& after) {
    counts(before, after, "element");
    const std::size_t possible = std::min(before.count_most, after.count_most);
    const std::size_t listed = std::max(before.items.size(), after.items.size());
    const auto element = [](const shape& of, std::size_t i) -> const schema& {
        return i < of.items.size() ? *of.items[i] : *of.rest;
    };
    for (std::size_t i = 0; i < std::min(listed, possible); ++i)
        at(std::to_string(i), [&] { schemas(element(before, i), element(after, i)); });
    if (possible > listed) at("items", [&] { schemas(*before.rest, *after.rest); });
}

void walk::members(const shape& before, const shape& after) {
    counts(before, after, "member");
    for (const property& was : before.properties)
        member(before, &was, after, find(after, was.name));
    for (const property& is : after.properties)
        if (find(before, is.name) == nullptr) member(before, nullptr, after, &is);
    other_members(before, after);
}

// A name that one side does not list may be among its other members.
void walk::member(const shape& before, const property* was, const shape& after,
                  const property* is) {
    at(was != nullptr ? was->name : is->name, [&] {
        const bool still_taken = is == nullptr && takes() && !after.rest->is_nothing();
        if (!still_taken) property_of(was, is);
        if (still_taken) schemas(*was->is, *after.rest);
        if (was == nullptr && !before.rest->is_nothing()) schemas(*before.rest, *is->is);
    });
}

void walk::other_members(const shape& before, const shape& after) {
    const bool had = !before.rest->is_nothing(), has = !after.rest->is_nothing();
    constexpr std::string_view which = "members of any name";
    if (had && has) at("*", [&] { schemas(*before.rest, *after.rest); });
    else if (had) tell(takes(), std::string(verb_no_longer()).append(which));
    else if (has) tell(false, std::string(verb()).append(which).append(" now"));
}

void walk::tell(bool breaks, std::string_view what) {
    std::string line = subject_;
    if (!path_.empty()) line.append(" at ").append(path_);
    into_.tell(breaks, line.append(what));
}

void walk::tell_set(bool less, bool more, std::string_view after, std::string_view before) {
    if (!less && !more) return;
    std::string what(verb());
    what.append(after).append(", before ").append(before);
    tell(takes() ? less : more, what);
}

template <class Do> void walk::at(std::string_view step, Do act) {
    const std::size_t kept = path_.size();
    path_.append("/").append(step);
    act();
    path_.resize(kept);
}

}  // namespace

void findings::tell(bool breaks, std::string what) {
    all.push_back({breaks, std::string(method), std::move(what)});
}

void compare_parameter(findings& into, const property* before, const property* after) {
    const property* known = before != nullptr ? before : after;
    walk(into, side::takes, "parameter " + in_quotes(known->name)).property_of(before, after);
}

void compare_result(findings& into, const schema& before, const schema& after) {
    walk(into, side::gives, "the result").schemas(before, after);
}

}  // namespace callbox::rpc
