// Compares the texts of two OpenRPC documents and lists the differences.
#include "compare.hpp"

#include "compare_schema.hpp"
#include "contract.hpp"
#include "document_reader.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace callbox::openrpc {

namespace {

using contract::method, contract::parameter, contract::terms;

void compare_info(findings& into, const terms& before, const terms& after) {
    const auto compare_text = [&](std::string_view what, std::string_view was,
                                  std::string_view is) {
        if (was == is) return;
        std::string line(what);
        into.tell(false, line + " is " + in_quotes(is) + ", before " + in_quotes(was));
    };
    compare_text("the title", before.title, after.title);
    compare_text("the version", before.version, after.version);
    if (before.description != after.description) into.tell(false, "the description changed");
}

void compare_params(findings& into, const method& before, const method& after) {
    for (const parameter& was : before.params) {
        const parameter* is = find(after.params, was.name);
        compare_parameter(into, &was, is);
        if (is != nullptr) into.docs_differ |= was.doc != is->doc;
    }
    for (const parameter& is : after.params)
        if (find(before.params, is.name) == nullptr) compare_parameter(into, nullptr, &is);
}

// Counts from 1; 0 when it may not be given by position.
std::size_t position_of(const method& in, const parameter& of) {
    std::size_t position = 1;
    for (const parameter& each : in.params) {
        if (each.name == of.name) return each.by_position ? position : 0;
        position += each.by_position;
    }
    return 0;  // not come to: it is one of them
}

void compare_positions(findings& into, const method& before, const method& after) {
    for (const parameter& each : before.params) {
        if (find(after.params, each.name) == nullptr) continue;
        const std::size_t was = position_of(before, each), is = position_of(after, each);
        const std::string name = "parameter " + in_quotes(each.name);
        if (was == 0 && is != 0) into.tell(false, name + " may be given by position now");
        if (was != 0 && is == 0) into.tell(true, name + " may no longer be given by position");
        if (was != 0 && is != 0 && was != is)
            into.tell(true, name + " is at position " + std::to_string(is) + ", before " +
                                std::to_string(was));
    }
}

void compare_errors(findings& into, const method& before, const method& after) {
    const auto find = [](const method& in, std::string_view code) {
        return std::ranges::find(in.errors, code, &contract::error::code);
    };
    for (const contract::error& e : before.errors) {
        const auto is = find(after, e.code);
        if (is == after.errors.end())
            into.tell(false, "error " + std::string(e.code) + " is no longer declared");
        else into.docs_differ |= is->message != e.message;
    }
    for (const contract::error& e : after.errors)
        if (find(before, e.code) == before.errors.end())
            into.tell(false, "error " + std::string(e.code) + " is new");
}

void compare_method(findings& into, const method& before, const method& after) {
    into.docs_differ = before.docs != after.docs;
    compare_params(into, before, after);
    compare_positions(into, before, after);
    if (before.by_name && !after.by_name)
        into.tell(true, "its parameters may no longer be given by name");
    if (!before.by_name && after.by_name)
        into.tell(false, "its parameters may be given by name now");
    compare_result(into, *before.returns, *after.returns);
    compare_errors(into, before, after);
    if (before.deprecated != after.deprecated)
        into.tell(false, after.deprecated ? "is deprecated now" : "is no longer deprecated");
    if (into.docs_differ) into.tell(false, "its documentation changed");
    if (before.examples != after.examples) into.tell(false, "its examples changed");
}

void compare_methods(findings& into, const terms& before, const terms& after) {
    std::map<std::string_view, std::pair<const method*, const method*>> both;
    for (const method& each : before.methods) both[each.name].first = &each;
    for (const method& each : after.methods) both[each.name].second = &each;
    for (const auto& [name, versions] : both) {
        const auto [was, is] = versions;
        into.method = name;
        if (is == nullptr) into.tell(true, "was removed");
        else if (was == nullptr) into.tell(false, "is new");
        else compare_method(into, *was, *is);
    }
}

}  // namespace

comparison compare(std::span<char> before, std::span<char> after) {
    terms was, is;
    if (std::string problem = read(before, was); !problem.empty()) return {.problem = problem};
    if (const std::string problem = read(after, is); !problem.empty())
        return {.problem = "it can't be compared: the other is " + problem};
    findings found;
    compare_info(found, was, is);
    compare_methods(found, was, is);
    if (found.too_deep) return {.problem = "it can't be compared: its schemas are too deep"};
    // The findings are in the order of the methods.
    std::stable_partition(found.all.begin(), found.all.end(),
                          [](const change& each) { return each.breaks; });
    return {.changes = std::move(found.all)};
}

}  // namespace callbox::openrpc
