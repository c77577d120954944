#include "generate/typescript_text.hpp"

#include "generate/escaped.hpp"

#include <criterion/criterion.h>

#include <string>

namespace typescript_text_test { namespace {

using namespace callbox::openrpc::generate;

Test(openrpc_generate_typescript_text, a_type_in_parentheses_has_no_comma) {
    const std::string either = "null | \"" + std::string(80, 'x') + "\"";
    const code made = typescript::laid_out(escaped::make("a: readonly (" + either + ")[]"), 0);
    cr_expect(made.view() == "a: readonly (\n  " + either + "\n)[]");
}

}}  // namespace typescript_text_test
