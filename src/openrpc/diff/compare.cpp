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

void compare_info(findings& out, const terms& before, const terms& after) {
    const auto compare_text = [&](std::string_view what, std::string_view was,
                                  std::string_view now) {
        if (was == now) return;
        std::string line(what);
        out.tell(false, line + " is " + in_quotes(now) + ", before " + in_quotes(was));
    };
    compare_text("the title", before.title, after.title);
    compare_text("the version", before.version, after.version);
    if (before.description != after.description) out.tell(false, "the description changed");
}

void compare_params(findings& out, const method& before, const method& after) {
    for (const parameter& was : before.params) {
        const parameter* now = find(after.params, was.name);
        compare_parameter(out, &was, now);
        if (now != nullptr) out.docs_differ |= was.doc != now->doc;
    }
    for (const parameter& now : after.params)
        if (find(before.params, now.name) == nullptr) compare_parameter(out, nullptr, &now);
}

// Counts from 1; 0 when it may not be given by position.
std::size_t position_of(const method& in, const parameter& p) {
    std::size_t position = 1;
    for (const parameter& each : in.params) {
        if (each.name == p.name) return each.by_position ? position : 0;
        position += each.by_position;
    }
    return 0;  // unreachable: it is one of them
}

void compare_positions(findings& out, const method& before, const method& after) {
    for (const parameter& each : before.params) {
        if (find(after.params, each.name) == nullptr) continue;
        const std::size_t was = position_of(before, each), now = position_of(after, each);
        const std::string name = "parameter " + in_quotes(each.name);
        if (was == 0 && now != 0) out.tell(false, name + " may be given by position now");
        if (was != 0 && now == 0) out.tell(true, name + " may no longer be given by position");
        if (was != 0 && now != 0 && was != now)
            out.tell(true, name + " is at position " + std::to_string(now) + ", before " +
                                std::to_string(was));
    }
}

void compare_errors(findings& out, const method& before, const method& after) {
    const auto find = [](const method& in, std::string_view code) {
        return std::ranges::find(in.errors, code, &contract::error::code);
    };
    for (const contract::error& e : before.errors) {
        const auto v = find(after, e.code);
        if (v == after.errors.end())
            out.tell(false, "error " + std::string(e.code) + " is no longer declared");
        else out.docs_differ |= v->message != e.message;
    }
    for (const contract::error& e : after.errors)
        if (find(before, e.code) == before.errors.end())
            out.tell(false, "error " + std::string(e.code) + " is new");
}

void compare_method(findings& out, const method& before, const method& after) {
    out.docs_differ = before.docs != after.docs;
    compare_params(out, before, after);
    compare_positions(out, before, after);
    if (before.by_name && !after.by_name)
        out.tell(true, "its parameters may no longer be given by name");
    if (!before.by_name && after.by_name)
        out.tell(false, "its parameters may be given by name now");
    compare_result(out, *before.returns, *after.returns);
    compare_errors(out, before, after);
    if (before.deprecated != after.deprecated)
        out.tell(false, after.deprecated ? "is deprecated now" : "is no longer deprecated");
    if (out.docs_differ) out.tell(false, "its documentation changed");
    if (before.examples != after.examples) out.tell(false, "its examples changed");
}

void compare_methods(findings& out, const terms& before, const terms& after) {
    std::map<std::string_view, std::pair<const method*, const method*>> both;
    for (const method& each : before.methods) both[each.name].first = &each;
    for (const method& each : after.methods) both[each.name].second = &each;
    for (const auto& [name, versions] : both) {
        const auto [older, newer] = versions;
        out.method = name;
        if (newer == nullptr) out.tell(true, "was removed");
        else if (older == nullptr) out.tell(false, "is new");
        else compare_method(out, *older, *newer);
    }
}

}  // namespace

comparison compare(std::span<char> before, std::span<char> after) {
    terms old_terms, new_terms;
    if (std::string problem = read(before, old_terms); !problem.empty())
        return {.problem = std::move(problem)};
    if (std::string problem = read(after, new_terms); !problem.empty())
        return {.problem = std::move(problem), .is_of_after = true};
    findings found;
    compare_info(found, old_terms, new_terms);
    compare_methods(found, old_terms, new_terms);
    if (found.too_deep) return {.problem = "it can't be compared: its schemas are too deep"};
    // The findings are in the order of the methods.
    std::stable_partition(found.all.begin(), found.all.end(),
                          [](const change& each) { return each.breaks; });
    return {.changes = std::move(found.all)};
}

}  // namespace callbox::openrpc
