// Compares the texts of two OpenRPC documents and lists the differences.
#include "compare.hpp"

#include "compare_schema.hpp"
#include "contract.hpp"
#include "openrpc/document_reader.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace callbox::openrpc {

namespace {

using contract::method, contract::parameter, contract::terms;

void compare_info(findings& out, const info_object& before, const info_object& after) {
    const auto compare_text = [&](std::string_view what, std::string_view was,
                                  std::string_view now) {
        if (was == now) return;
        std::string line(what);
        out.add(false, line + " changed from " + in_quotes(was) + " to " + in_quotes(now));
    };
    compare_text("title", before.title, after.title);
    compare_text("version", before.version, after.version);
    if (before.description != after.description) out.add(false, "description changed");
}

void compare_params(findings& out, const method& before, const method& after) {
    const contract::by_name older(before.params), newer(after.params);
    for (const parameter& was : before.params) {
        const parameter* now = newer.find(was.name);
        compare_parameter(out, &was, now);
        if (now != nullptr) out.docs_differ |= was.doc != now->doc;
    }
    for (const parameter& now : after.params)
        if (older.find(now.name) == nullptr) compare_parameter(out, nullptr, &now);
}

// Positions from 1, by name; 0 for a parameter that cannot be passed by position.
std::map<std::string_view, std::size_t> positions_of(const method& in) {
    std::map<std::string_view, std::size_t> all;
    std::size_t next = 1;
    for (const parameter& each : in.params)
        all.emplace(each.name, each.by_position ? next++ : 0);
    return all;
}

void compare_positions(findings& out, const method& before, const method& after) {
    const auto older = positions_of(before), newer = positions_of(after);
    for (const parameter& each : before.params) {
        const auto found = newer.find(each.name);
        if (found == newer.end()) continue;
        const std::size_t was = older.at(each.name), now = found->second;
        const std::string name = "parameter " + in_quotes(each.name) + ": ";
        if (was == 0 && now != 0) out.add(false, name + "can now be passed by position");
        if (was != 0 && now == 0) out.add(true, name + "can no longer be passed by position");
        if (was != 0 && now != 0 && was != now)
            out.add(true, name + "moved from position " + std::to_string(was) + " to " +
                               std::to_string(now));
    }
}

void compare_errors(findings& out, const method& before, const method& after) {
    const contract::by_name older(before.errors, &contract::error::code);
    const contract::by_name newer(after.errors, &contract::error::code);
    for (const contract::error& e : before.errors) {
        const contract::error* const now = newer.find(e.code);
        if (now == nullptr)
            out.add(false, "error " + std::string(e.code) + ": no longer declared");
        else out.docs_differ |= now->message != e.message;
    }
    for (const contract::error& e : after.errors)
        if (older.find(e.code) == nullptr)
            out.add(false, "error " + std::string(e.code) + ": added");
}

void compare_method(findings& out, const method& before, const method& after) {
    out.docs_differ = before.docs != after.docs;
    compare_params(out, before, after);
    compare_positions(out, before, after);
    if (before.by_name && !after.by_name)
        out.add(true, "parameters can no longer be passed by name");
    if (!before.by_name && after.by_name)
        out.add(false, "parameters can now be passed by name");
    compare_result(out, *before.returns, *after.returns);
    compare_errors(out, before, after);
    if (before.deprecated != after.deprecated)
        out.add(false, after.deprecated ? "now deprecated" : "no longer deprecated");
    if (out.docs_differ) out.add(false, "documentation changed");
    if (before.examples != after.examples) out.add(false, "examples changed");
}

void compare_methods(findings& out, const terms& before, const terms& after) {
    std::map<std::string_view, std::pair<const method*, const method*>> both;
    for (const method& each : before.methods) both[each.name].first = &each;
    for (const method& each : after.methods) both[each.name].second = &each;
    for (const auto& [name, versions] : both) {
        const auto [older, newer] = versions;
        out.method = name;
        if (newer == nullptr) out.add(true, "removed");
        else if (older == nullptr) out.add(false, "added");
        else compare_method(out, *older, *newer);
    }
}

}  // namespace

comparison compare(std::span<char> before, std::span<char> after) {
    constexpr std::size_t listed_least = 1 << 20;
    findings out{.bytes_max = 16 * (before.size() + after.size()) + listed_least};
    terms old_terms, new_terms;
    if (std::string problem = read(before, old_terms); !problem.empty())
        return {.problem = std::move(problem)};
    if (std::string problem = read(after, new_terms); !problem.empty())
        return {.problem = std::move(problem), .is_of_after = true};
    compare_info(out, old_terms.info, new_terms.info);
    compare_methods(out, old_terms, new_terms);
    if (out.too_deep) return {.problem = "cannot be compared: schemas are nested too deeply"};
    // The findings are in method order.
    std::stable_partition(out.found.changes.begin(), out.found.changes.end(),
                          [](const change& c) { return c.breaks; });
    return std::move(out.found);
}

}  // namespace callbox::openrpc
