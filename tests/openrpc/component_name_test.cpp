#include "openrpc/schema.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace component_name_test { namespace {

using rows = std::vector<std::pair<std::string_view, std::string_view>>;

void expect(const rows& all) {
    for (const auto& [spelled, wanted] : all) {
        const std::string got = callbox::openrpc::component_name(spelled);
        cr_expect(got == wanted, "%s from %s", got.c_str(), std::string(spelled).c_str());
    }
}

Test(openrpc_component_name, the_name_of_a_struct_stays) {
    expect({{"point", "point"}, {"point_2d", "point_2d"}, {"Page", "Page"}, {"_x", "_x"}});
}

Test(openrpc_component_name, a_generic_has_the_names_of_its_arguments_without_namespaces) {
    expect({{"page<product>", "page_product"},
            {"page<shop::product>", "page_product"},
            {"page<shop::v2::product>", "page_product"},
            {"page<page<shop::product> >", "page_page_product"},
            {"pair_of<shop::a, b::c>", "pair_of_a_c"},
            {"grid<3, true>", "grid_3_true"}});
}

Test(openrpc_component_name, unnamed_namespaces_of_both_compilers_leave_nothing) {
    expect({{"page<(anonymous namespace)::product>", "page_product"},
            {"page<{anonymous}::product>", "page_product"},
            {"page<shop::(anonymous namespace)::product>", "page_product"}});
}

Test(openrpc_component_name, both_compilers_spellings_make_one_name) {
    for (const auto& [gcc, clang] :
         rows{{"page<std::__cxx11::basic_string<char> >", "page<std::basic_string<char>>"},
              {"page<long int>", "page<long>"},
              {"page<short int>", "page<short>"},
              {"page<long unsigned int>", "page<unsigned long>"},
              {"page<short unsigned int>", "page<unsigned short>"},
              {"page<long long unsigned int>", "page<unsigned long long>"}})
        cr_expect(callbox::openrpc::component_name(gcc) == callbox::openrpc::component_name(clang),
                  "%s", std::string(gcc).c_str());
    expect({{"page<std::__cxx11::basic_string<char> >", "page_string"},
            {"page<long unsigned int>", "page_unsigned_long"},
            {"page<unsigned int>", "page_unsigned_int"},
            {"page<int>", "page_int"}});
}

Test(openrpc_component_name, arguments_that_are_integers_stay_apart) {
    expect({{"both<long int, int>", "both_long_int"},
            {"both<int, long int>", "both_int_long"},
            {"both<long, long>", "both_long_long"},
            {"both<unsigned int, short int>", "both_unsigned_int_short"}});
}

Test(openrpc_component_name, several_words_of_a_codec_become_one_name) {
    expect({{"colour as #rrggbb", "colour_as_rrggbb"}, {"#", ""}, {"", ""}, {"a: b", "a_b"},
            {"::", ""}, {"a::", ""}});
}

}}  // namespace component_name_test
