// Requests with the exact layout of an earlier one are neither read piece by piece nor bound, with
// the same result.
#include "taught.hpp"

namespace layouts_test { namespace {

// Whether a text is known after one that is kept with its layout.
Test(rpc_layouts, a_text_is_laid_out_as_one_before_it_or_not) {
    struct {
        const char* method;
        const char* params;
        const char* id;
        bool knows;
    } const texts[] = {
        {"math.add", "[10,-20]", "300", true},   {"math.add", "[99,-11]", "999", true},
        {"math.add", "[01,-20]", "300", false},  {"math.add", "[10,-01]", "300", false},
        {"math.add", "[10,-20]", "030", false},  {"math.add", "[1-,-20]", "300", false},
        {"math.add", "[10,+20]", "300", false},  {"math.add", "[10,-2:]", "300", false},
        {"math.add", "[1/,-20]", "300", false},  {"math.add", "[10,-20]", "3.5", false},
        {"math.add", "[1.5,2e7]", "1", true},    {"math.add", "[0.0,9e9]", "0", true},
        {"math.add", "[1.5,207]", "1", true},    {"math.add", "[.55,2e7]", "1", false},
        {"math.add", "[1.5,2e.]", "1", false},   {"math.add", "[01.,2e7]", "1", false},
        {"same.bool", "[true]", "1", true},      {"same.bool", "[trUe]", "1", false},
        {"greeting.hello", R"(["a b"])", "1", true}, {"greeting.hello", R"(["\\n"])", "1", false},
        {"greeting.hello", R"(["a"b"])", "1", false}, {"greeting.hello", "[\"a\tb\"]", "1", false},
        {"greeting.hello", "[\"\xc3\xa9z\"]", "1", false},
    };
    for (const auto& last : texts)
        for (const auto& each : texts) {
            if (string_view(last.method) != each.method || !last.knows) continue;
            const string kept = call(last.method, last.params, last.id);
            taught one(kept);
            cr_assert(one.knows(kept) && one.knows(kept));
            cr_expect(one.known.all()[0].alike != nullptr);
            const string asked = call(each.method, each.params, each.id);
            cr_expect(one.knows(asked) == each.knows, "%s after %s", asked.c_str(), kept.c_str());
            if (each.knows) cr_expect(one.id_of(0) == each.id);
        }
}

Test(rpc_layouts, numbers_that_grow_by_a_digit_have_two_layouts) {
    taught one(call("math.add", "[1,2]"));
    const string small = call("math.add", "[7,2]", "3"), large = call("math.add", "[77,2]", "33");
    for (int i = 0; i < 8; ++i) cr_assert(one.knows(small) && one.knows(large));
    cr_assert(one.knows("[" + small + "," + large + "," + large + "," + small + "]"));
    const auto all = one.known.all();
    for (const auto& each : all) cr_assert(each.alike != nullptr);
    cr_expect(all[0].alike != all[1].alike && all[1].alike == all[2].alike);
    cr_expect(one.id_of(0) == "3" && one.argument_of(1, 0) == "77" && one.id_of(2) == "33");
}

Test(rpc_layouts, a_request_has_its_own_scalars_whatever_is_before_it) {
    const char* const params[] = {"[1,2]", "[30,4]", "[-5,6]", "[7,-81]", "[9,10]", "[2,2]"};
    const char* const names[] = {"math.add", "fail.divide"};
    memory one;
    for (const char* name : names) one.learn(call(name, "[1,2]"));
    for (std::size_t i = 0; i < 3000; ++i) {
        string batch = "[";
        for (std::size_t j = 0, number = i; j <= i % 50; ++j, number = number * 7 + i / 11 + 1) {
            const string id = std::to_string(number % 120);
            batch += call(names[number / 3 % (i % 2 + 1)],
                          params[number / 7 % std::size(params)], id);
            batch += j == i % 50 ? ']' : ',';
        }
        const string got = one.ask(batch);
        cr_assert(got == forgetful(batch), "%s\n  said %s", batch.c_str(), got.c_str());
    }
}

Test(rpc_layouts, every_byte_counts_whatever_the_size) {
    for (std::size_t digits = 1; digits <= 17; ++digits) {
        const string right = call("math.add", "[1,2]", string(digits, '7'));
        taught one(right);
        for (std::size_t i = 0; i < right.size(); ++i) {
            cr_assert(one.knows(right) && one.knows(right));
            string other = right;
            other[i] = '#';
            cr_expect(!one.knows(other), "%s", other.c_str());
            cr_expect(!one.knows("[" + right + "," + other + "]"), "%s", other.c_str());
            cr_expect(!one.knows("[" + other + "," + right + "]"), "%s", other.c_str());
        }
    }
}

Test(rpc_layouts, each_argument_is_found_where_it_stands) {
    const auto named = [](string_view a, string_view b) {
        return R"({"b":)" + string(b) + R"(,"a":)" + string(a) + "}";
    };
    taught one(call("math.add", "[1,2]"));
    one.learn(call("math.add", named("1", "2")));
    for (const auto& [a, b] : {std::pair{"3", "4"}, {"5", "6"}, {"70", "8"}, {"-9", "10"}})
        for (int i = 0; i < 3; ++i) {  // read, kept with its layout, found
            cr_assert(one.knows(call("math.add", "[" + string(a) + "," + b + "]")));
            cr_expect(one.argument_of(0, 0) == a && one.argument_of(0, 1) == b);
            cr_expect(one.known.all()[0].size == one.asked.size());
            cr_assert(one.knows(call("math.add", named(a, b))));
            cr_expect(one.argument_of(0, 0) == a && one.argument_of(0, 1) == b);
            cr_expect(one.known.all()[0].size == one.asked.size());
        }
}

// Requests without a kept layout use the memory of one message.
Test(rpc_layouts, requests_without_a_kept_layout_do_not_use_more_memory_each_time) {
    taught one(call("math.add", "[1,2]"));
    const auto used = [&](int i) {
        const string batch = call("math.add", "[1,2]", std::to_string(i)) + "," +
                             call("math.add", "[1,2]", std::to_string(i * 1000));
        cr_assert(one.knows("[" + batch + "]"));
        return one.known.all()[1].first;
    };
    for (int i = 1; i < 100; ++i) cr_expect(used(i) <= 3, "%d", i);
}

Test(rpc_layouts, a_text_with_too_long_a_piece_leaves_no_layout) {
    memory one;
    one.learn(R"({"jsonrpc":"2.0",)" + string(300, ' ') +
              R"("method":"math.add","params":[1,2],"id":1})");
    for (const char* end : {R"([1,2],"id":7}])", R"([3,4],"id":1}])"})
        cr_expect(one.ask(end) == forgetful(end), "%s", one.ask(end).c_str());
    memory other;
    const string begin = R"({"jsonrpc":"2.0","method":"math.add","params":[1)";
    other.learn(begin + "," + string(300, ' ') + R"(2],"id":1})");
    const string wrong = "[" + begin + "-2-3]";
    cr_expect(other.ask(wrong) == forgetful(wrong), "%s", other.ask(wrong).c_str());
}

}}  // namespace layouts_test
