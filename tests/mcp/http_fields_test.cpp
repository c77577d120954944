#include "mcp/endpoint.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <utility>

namespace http_fields_test { namespace {

using callbox::mcp::is_named;

Test(mcp_http_fields, a_name_as_it_is) {
    cr_expect(is_named("math_add", "math_add"));
    cr_expect(is_named("", ""));
    cr_expect(is_named("=?base64?=", "=?base64?="), "too short to be encoded");
    for (const char* other : {"", "math_ad", "math_addd", "Math_add", " math_add", "math.add"})
        cr_expect(!is_named(other, "math_add"), "%s", other);
}

Test(mcp_http_fields, a_name_in_base64) {
    const std::pair<const char*, std::string_view> names[] = {
        {"=?base64?" "?=", ""},
        {"=?base64?YQ==?=", "a"},
        {"=?base64?YWI=?=", "ab"},
        {"=?base64?YWJj?=", "abc"},
        {"=?base64?w6k=?=", "\xc3\xa9"},
        {"=?base64?AAA=?=", std::string_view("\0\0", 2)},
        {"=?base64?Pz8/?=", "???"},
        {"=?base64?PT9iYXNlNjQ/WVE9PT89?=", "=?base64?YQ==?="},
    };
    for (const auto& [field, name] : names) cr_expect(is_named(field, name), "%s", field);
}

Test(mcp_http_fields, invalid_base64_matches_no_name) {
    for (const char* field :
         {"=?base64?YQ?=", "=?base64?YQ=?=", "=?base64?YR==?=", "=?base64?YQ===?=",
          "=?base64?YQ== ?=", "=?base64?Y Q==?=", "=?base64?a?=", "=?base64?YWE=?=",
          "=?BASE64?YQ==?=", "=?base64?YQ==", "base64?YQ==?=", "=?base64?YQ==?"}) {
        cr_expect(!is_named(field, "a"), "%s", field);
        const std::string is_coded(field);
        if (is_coded.starts_with("=?base64?") && is_coded.ends_with("?="))
            cr_expect(!is_named(field, field), "%s is not a plain name", field);
    }
}

Test(mcp_http_fields, base64_of_urls_is_another) {
    cr_expect(is_named("=?base64?+/8=?=", "\xfb\xff"));
    cr_expect(!is_named("=?base64?-_8=?=", "\xfb\xff"));
}

}}  // namespace http_fields_test
