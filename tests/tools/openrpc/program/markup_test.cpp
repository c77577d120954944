#include "program/markup.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace markup_test { namespace {

using callbox::program::code_span, callbox::program::workflow_text;
using std::string_view;

Test(program_markup, a_message_cannot_end_its_line) {
    const auto text = workflow_text::message("50% a\r\nb::error::c, d%0A");
    cr_expect(text.view() == "50%25 a%0D%0Ab::error::c, d%250A");
    cr_expect(workflow_text::message("").view().empty());
}

Test(program_markup, a_value_cannot_end_its_property) {
    const auto text = workflow_text::value("a:b,title=c::d\r\n%");
    cr_expect(text.view() == "a%3Ab%2Ctitle=c%3A%3Ad%0D%0A%25");
}

Test(program_markup, a_code_span_has_delimiters_that_its_text_has_not) {
    static constexpr struct {
        string_view text, span;
    } rows[] = {
        {"a", "`a`"},
        {"a b", "`a b`"},
        {"a`b", "``a`b``"},
        {"a``b`c", "```a``b`c```"},
        {"`a", "`` `a ``"},
        {"a`", "`` a` ``"},
        {"```", "```` ``` ````"},
        {" a ", "`  a  `"},
        {" a", "`  a `"},
        {"<b>@x #1 \\` | [y](z)", "``<b>@x #1 \\` | [y](z)``"},
    };
    for (const auto& r : rows) {
        const code_span span(r.text);
        cr_expect(span.view() == r.span, "%s", std::string(span.view()).c_str());
    }
}

}}  // namespace markup_test
