#include "openrpc/document_reader.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace {

void expect_canonical(std::string text, std::string_view wanted) {
    callbox::document read;
    cr_assert(read.parse(text));
    const std::string got = callbox::openrpc::canonical(read.root());
    cr_expect(got == wanted, "%s", got.c_str());
}

}  // namespace

Test(openrpc_document_reader, values_that_are_alike_have_one_text) {
    expect_canonical(" [ 1 , true,false , null ] ", "[1,true,false,null]");
    expect_canonical(R"({"b":[{}],"a":"\u0078"})", R"({"a":"x","b":[{}]})");
    expect_canonical("1.50e1", "15");
    expect_canonical("15.0", "15");
}

Test(openrpc_document_reader, a_number_that_no_double_holds_keeps_its_text) {
    expect_canonical("18446744073709551616", "18446744073709551616");
    expect_canonical("1e999", "1e999");
}
