// Compares the texts of two OpenRPC documents and lists the differences.
#include "compare.hpp"

#include "compare_schema.hpp"
#include "contract.hpp"
#include "findings.hpp"
#include "types.hpp"
#include "words.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace callbox::openrpc {

namespace {

using contract::method, contract::parameter, contract::terms;

// The methods of both documents with the same name.
struct method_pair {
    const method& before;
    const method& after;
    findings& out;
    type_table& types;

    void add(bool breaks, std::string what) { out.add(breaks, before.name, std::move(what)); }
    void add(bool breaks, const parameter& at, std::string_view what) {
        out.add({breaks, std::string(before.name), place_of(at.name), std::string(what)});
    }
    static std::string place_of(std::string_view parameter) {
        return "parameter " + plain(parameter);
    }
};

void compare_info(findings& out, const info_object& before, const info_object& after) {
    const auto compare_text = [&](std::string_view what, std::string_view was,
                                  std::string_view now) {
        if (was == now) return;
        std::string line(what);
        out.add(false, "", line + " changed from " + in_quotes(was) + " to " + in_quotes(now));
    };
    compare_text("title", before.title, after.title);
    compare_text("version", before.version, after.version);
    if (before.description != after.description) out.add(false, "", "description changed");
}

void compare_params(method_pair& m) {
    const contract::by_name older(m.before.params), newer(m.after.params);
    const auto compare = [&m](const parameter* was, const parameter* now) {
        const std::string place = method_pair::place_of(was != nullptr ? was->name : now->name);
        m.types.add(place, side::parameter, compare_parameter(was, now, m.out.bytes_left));
    };
    for (const parameter& was : m.before.params) {
        const parameter* const now = newer.find(was.name);
        compare(&was, now);
        if (now != nullptr && was.doc != now->doc) m.types.docs_differ();
    }
    for (const parameter& now : m.after.params)
        if (older.find(now.name) == nullptr) compare(nullptr, &now);
}

// Positions from 1, by name; 0 for a parameter that cannot be passed by position.
std::map<std::string_view, std::size_t> positions_of(const method& in) {
    std::map<std::string_view, std::size_t> all;
    std::size_t next = 1;
    for (const parameter& each : in.params)
        all.emplace(each.name, each.by_position ? next++ : 0);
    return all;
}

void compare_positions(method_pair& m) {
    const auto older = positions_of(m.before), newer = positions_of(m.after);
    for (const parameter& each : m.before.params) {
        const auto found = newer.find(each.name);
        if (found == newer.end()) continue;
        const std::size_t was = older.at(each.name), now = found->second;
        if (was == 0 && now != 0) m.add(false, each, "can now be passed by position");
        if (was != 0 && now == 0) m.add(true, each, "can no longer be passed by position");
        if (was != 0 && now != 0 && was != now)
            m.add(true, each,
                  "moved from position " + std::to_string(was) + " to " + std::to_string(now));
    }
}

void compare_errors(method_pair& m) {
    const contract::by_name older(m.before.errors, &contract::error::code);
    const contract::by_name newer(m.after.errors, &contract::error::code);
    for (const contract::error& e : m.before.errors) {
        const contract::error* const now = newer.find(e.code);
        if (now == nullptr) m.add(false, "error " + std::string(e.code) + ": no longer declared");
        else if (now->message != e.message) m.types.docs_differ();
    }
    for (const contract::error& e : m.after.errors)
        if (older.find(e.code) == nullptr)
            m.add(false, "error " + std::string(e.code) + ": added");
}

// How much a slow client learns of missed events: of all by the end, of their number, of none.
int care_of(std::string_view when_full) {
    return when_full == "end" ? 2 : when_full == "drop_oldest" ? 1 : 0;
}

void compare_events(method_pair& m) {
    const method &before = m.before, &after = m.after;
    m.types.add("payload", side::result,
                compare_result(*before.payload, *after.payload, m.out.bytes_left));
    if (before.keeps && !after.keeps) m.add(true, "no longer keeps events for \"since\"");
    if (!before.keeps && after.keeps) m.add(false, "now keeps events for \"since\"");
    if (before.when_full != after.when_full)
        m.add(care_of(before.when_full) > care_of(after.when_full),
              "when full: changed from " + in_quotes(before.when_full) + " to " +
                  in_quotes(after.when_full));
}

void compare_method(method_pair m) {
    const method &before = m.before, &after = m.after;
    m.types.begin_method(before.name);
    if (before.docs != after.docs) m.types.docs_differ();
    compare_params(m);
    compare_positions(m);
    if (before.by_name && !after.by_name)
        m.add(true, "parameters can no longer be passed by name");
    if (!before.by_name && after.by_name) m.add(false, "parameters can now be passed by name");
    if (before.payload != nullptr && after.payload != nullptr) compare_events(m);
    else if (before.payload != nullptr) m.add(true, "now a method, previously an event");
    else if (after.payload != nullptr) m.add(true, "now an event, previously a method");
    else
        m.types.add("result", side::result,
                    compare_result(*before.returns, *after.returns, m.out.bytes_left));
    compare_errors(m);
    if (before.deprecated != after.deprecated)
        m.add(false, after.deprecated ? "now deprecated" : "no longer deprecated");
    if (before.examples != after.examples) m.add(false, "examples changed");
}

void compare_methods(findings& out, const terms& before, const terms& after) {
    std::map<std::string_view, std::pair<const method*, const method*>> both;
    for (const method& each : before.methods) both[each.name].first = &each;
    for (const method& each : after.methods) both[each.name].second = &each;
    type_table types(out);
    for (const auto& [name, versions] : both) {
        const auto [older, newer] = versions;
        if (newer == nullptr) out.add(true, name, "removed");
        else if (older == nullptr) out.add(false, name, "added");
        else compare_method({*older, *newer, out, types});
    }
    types.finish();
}

// Breaking changes first, then the document's info, types and methods by name.
bool comes_before(const change& a, const change& b) {
    const auto type_of = [](const change& c) {
        return std::string_view(c.place).substr(0, c.method.empty() ? c.place.size() : 0);
    };
    if (a.breaks != b.breaks) return a.breaks;
    return std::pair(std::string_view(a.method), type_of(a)) <
           std::pair(std::string_view(b.method), type_of(b));
}

}  // namespace

std::string text_of(const change& c) {
    constexpr std::size_t methods_max = 10;
    std::string text = c.place.empty() ? c.what : c.place + ": " + c.what;
    if (c.methods.empty()) return text;
    const std::size_t listed = c.methods.size() > methods_max ? methods_max - 1 : c.methods.size();
    for (std::size_t i = 0; i < listed; ++i)
        text.append(i == 0 ? " (" : ", ").append(plain(c.methods[i]));
    if (listed < c.methods.size())
        text.append(" and ").append(std::to_string(c.methods.size() - listed)).append(" more");
    return text.append(")");
}

comparison compare(std::span<char> before, std::span<char> after) {
    constexpr std::size_t listed_least = 1 << 20;
    findings out{.bytes_left = 16 * (before.size() + after.size()) + listed_least};
    terms old_terms, new_terms;
    if (std::string problem = read(before, old_terms); !problem.empty())
        return {.problem = std::move(problem)};
    if (std::string problem = read(after, new_terms); !problem.empty())
        return {.problem = std::move(problem), .is_of_after = true};
    std::set<std::string> others(old_terms.others.begin(), old_terms.others.end());
    others.insert(new_terms.others.begin(), new_terms.others.end());
    out.found.others.assign(others.begin(), others.end());
    compare_info(out, old_terms.info, new_terms.info);
    compare_methods(out, old_terms, new_terms);
    if (out.too_deep) return {.problem = "cannot be compared: schemas are nested too deeply"};
    if (out.too_many) return {.problem = "cannot be compared: types are used too often"};
    std::ranges::stable_sort(out.found.changes, comes_before);
    return std::move(out.found);
}

}  // namespace callbox::openrpc
