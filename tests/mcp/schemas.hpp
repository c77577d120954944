// Compares the schemas of a table's first method.
#pragma once

#include "mcp/tool.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace mcp_test {

using callbox::api, callbox::arg, callbox::bytes, callbox::method, callbox::row, callbox::table;
using callbox::writer;
namespace mcp = callbox::mcp;

inline std::string written(const table& all, bool is_input) {
    bytes out;
    writer to(out);
    mcp::write_tool(to, all, all.rows[0]);
    const auto tool = callbox::json::parse(std::string(out.view()));
    cr_assert(tool.has_value());
    return std::string((*tool)[is_input ? "inputSchema" : "outputSchema"].text());
}

inline void expect(const std::string& got, const std::string& wanted) {
    cr_expect(got == wanted, "\nwanted %s\ngot    %s", wanted.c_str(), got.c_str());
}

template <class T> void take(T) {}
template <class T> T give() { return {}; }

// The schema of the one parameter "a", which is required or not.
inline void expect_param(const table& all, std::string_view wanted, bool is_required = true,
                         std::string_view after = "") {
    std::string text = R"({"type":"object","properties":{"a":)";
    text.append(wanted).append(is_required ? R"(},"required":["a"])" : "}");
    text.append(R"(,"additionalProperties":false)").append(after).append("}");
    expect(written(all, true), text);
}
template <class T> void expect_type(std::string_view wanted, bool is_required = true,
                                    std::string_view after = "") {
    static constexpr api one{method<"one", take<T>>("", "a")};
    expect_param(one, wanted, is_required, after);
}
// `a`: the parameter with its bounds, made by a lambda without captures.
template <class T, class Made> void expect_arg(Made, std::string_view wanted,
                                               bool is_required = true) {
    static constexpr api one{method<"one", take<T>>("", Made{}())};
    expect_param(one, wanted, is_required);
}

inline void expect_output(const table& all, std::string_view wanted) {
    expect(written(all, false), std::string(wanted));
}
template <class T> void expect_result(std::string_view wanted) {
    static constexpr api one{method<"one", give<T>>("")};
    expect_output(one, wanted);
}
template <class T> void expect_wrapped(std::string_view wanted, std::string_view after = "") {
    std::string text = R"({"type":"object","properties":{"result":)";
    text.append(wanted).append(R"(},"required":["result"],"additionalProperties":false)");
    text.append(after).append("}");
    expect_result<T>(text);
}

}  // namespace mcp_test
