// Tables at compile time: most claims are static assertions.
#include "support/methods_api.hpp"

#include <criterion/criterion.h>

namespace table_test { namespace {

using namespace callbox;

constexpr table all = sample::methods;

// All integer types of the language, not only those of <cstdint>.
static_assert(readable<short> && readable<long> && readable<unsigned long long>);
static_assert(readable<signed char> && readable<unsigned char>);
static_assert(!readable<char> && !readable<wchar_t> && !readable<char32_t>);
static_assert(!readable<long double>);
static_assert(!readable<const char*> && writable<const char*>);
static_assert(!readable<std::vector<const char*>> && writable<std::vector<const char*>>);
static_assert(!readable<int*> && !writable<int*>);

constexpr api none{};
static_assert(none.rows().empty() && none.params().empty());

// Only an api holds rows together with their index, so they always agree.
static_assert(!std::is_constructible_v<row_list, std::span<const row>>);
static_assert(!std::is_assignable_v<row_list&, std::span<const row>>);

Test(rpc_table, no_name_is_found_once_the_rows_are_taken_away) {
    table fewer = all;
    fewer.rows = {};
    cr_expect(fewer.rows.empty());
    for (const row& r : all.rows) cr_expect(fewer.find(r.name) == nullptr);
}

Test(rpc_table, rows_are_sorted_whatever_their_order) {
    for (std::size_t i = 1; i < all.rows.size(); ++i)
        cr_expect(all.rows[i - 1].name < all.rows[i].name, "%zu", i);
    cr_expect(all.rows.size() == 28, "%zu", all.rows.size());
}

Test(rpc_table, a_row_has_its_parameters) {
    const row& hello = *all.find("greeting.hello");
    cr_expect(all.params_of(hello)[1].fallback->string == "plain");
    cr_expect(all.params_of(hello)[1].by_name_only && !all.params_of(hello)[0].by_name_only);
    cr_expect(hello.by_position_count == 1);
    cr_expect(all.find("math.mul")->by_position_count == 0);
    cr_expect(!all.params_of(*all.find("same.optional"))[0].required);
    cr_expect(all.find("nothing")->returns->form == type_form::null);
    cr_expect(all.find("fail.check")->returns->form == type_form::null);
    cr_expect(all.find("fail.divide")->returns->form == type_form::number);
}

Test(rpc_table, other_names_are_not_found) {
    for (const char* name : {"", "math.ad", "math.add.", "math", "PING", "ping ", "zzz", "\xff"})
        cr_expect(all.find(name) == nullptr, "%s", name);
}

Test(rpc_table, every_name_is_found) {
    for (const row& r : all.rows) cr_expect(all.find(r.name) == &r);
}

Test(rpc_table, an_empty_table_answers_too) {
    cr_assert(answer(none, R"({"jsonrpc":"2.0","method":"ping","id":1})").find("-32601") !=
              std::string::npos);
}

}}  // namespace table_test
