#include <callbox/constraints.hpp>
#include <callbox/json.hpp>
#include <callbox/one_of.hpp>
#include <callbox/type.hpp>

#include <criterion/criterion.h>

#include <initializer_list>
#include <string>
#include <string_view>

namespace members_test { namespace {

using namespace callbox;

constexpr bounds from_minus_5_to_7{
    .what = bounds::on::value,
    .least = {.kind = kind::integer, .negative = true, .magnitude = 5},
    .most = {.kind = kind::integer, .magnitude = 7}};

bounds counted(bounds::on what, std::size_t least, std::size_t most) {
    return {.what = what, .count_least = least, .count_most = most};
}

bool holds(const bounds& allowed, std::string text, std::size_t* count = nullptr) {
    document read;
    cr_assert(read.parse(text), "%s", text.c_str());
    std::size_t got = 0;
    const bool fits = is_inside(allowed, read.root(), got);
    if (count != nullptr) *count = got;
    return fits;
}

constexpr type number_type{.form = type_form::number};
constexpr member known[] = {{.name = "a", .type = &number_type},
                            {.name = "b", .type = &number_type, .required = false},
                            {.name = "c", .type = &number_type}};

struct found {
    std::string tokens;  // of a, b and c; "-" for none
    std::string bad;     // 'u'nexpected, 't'wice, 'm'issing, each with its index or name
    bool right = false;
};

found found_in(std::string text) {
    document read;
    cr_assert(read.parse(text), "%s", text.c_str());
    node* nodes[std::size(known)] = {};
    violations bad;
    found out;
    const bool all_known = find_members(read.root(), known, nodes, bad);
    const bool none_missing = find_missing(7, known, nodes, bad);
    out.right = all_known && none_missing;
    for (node* const each : nodes)
        out.tokens += each == nullptr ? "-" : read.root().elsewhere(*each).token();
    for (const violation& each : bad.all()) {
        if (each.kind == violation_kind::unexpected) out.bad += "u" + std::to_string(each.at);
        if (each.kind == violation_kind::twice) out.bad += "t" + std::to_string(each.at);
        if (each.kind == violation_kind::missing && each.at == 7)
            out.bad += "m" + std::string(each.name);
    }
    cr_expect(out.right == bad.empty() && out.right == out.bad.empty(), "%s", text.c_str());
    return out;
}

Test(json_members, each_member_is_found_by_its_name) {
    const struct {
        const char* text;
        const char* tokens;
        const char* bad;
    } rows[] = {
        {R"({"a":1,"b":2,"c":3})", "123", ""},
        {R"({"c":3,"a":1})", "1-3", ""},
        {R"({"b":2,"\u0061":1,"c":3})", "123", ""},
        {R"({"a":1})", "1--", "mc"},
        {R"({"b":2})", "-2-", "mamc"},
        {"{}", "---", "mamc"},
        {R"({"a":1,"d":0,"c":3})", "1-3", "u3"},
        {R"({"a":1,"c":3,"a":4})", "4-3", "t5"},
        {R"({"A":1,"":2,"ab":3})", "---", "u1u3u5mamc"},
    };
    for (const auto& [text, tokens, bad] : rows) {
        const found got = found_in(text);
        cr_expect(got.tokens == tokens && got.bad == bad, "%s: %s %s", text, got.tokens.c_str(),
                  got.bad.c_str());
    }
}

Test(json_members, unknown_members_are_ignored_if_the_caller_or_the_call_wants_it) {
    for (const bool by_caller : {true, false}) {
        std::string text = R"({"d":0,"a":1,"e":[],"c":3})";
        document read;
        cr_assert(read.parse(text));
        node* nodes[std::size(known)] = {};
        violations bad;
        if (!by_caller) bad.ignore_unknown_members();
        cr_expect(find_members(read.root(), known, nodes, bad, by_caller) && bad.empty());
        cr_assert(nodes[0] != nullptr && nodes[2] != nullptr);
        cr_expect(read.root().elsewhere(*nodes[0]).token() == "1");
        cr_expect(read.root().elsewhere(*nodes[2]).token() == "3");
    }
}

Test(json_members, an_alternative_is_found_by_its_discriminator) {
    static constexpr std::string_view names[] = {"circle", "square"};
    static constexpr type tag_type{.form = type_form::choice, .names = names, .tag = "kind"};
    constexpr type union_type{.form = type_form::either, .tag = "kind"};
    const struct {
        const char* text;
        std::size_t found;
        std::string bad;  // 'm'issing or 'w'rong type, each with its index
    } rows[] = {
        {R"({"kind":"circle"})", 0, ""},
        {R"({"x":1,"kind":"squ\u0061re"})", 1, ""},
        {R"({"kind":"Circle"})", 2, "w2"},
        {R"({"x":1,"kind":1})", 2, "w4"},
        {R"({"Kind":"circle"})", 2, "m0"},
    };
    for (const auto& [given, index, wanted] : rows) {
        document read;
        std::string text = given;
        cr_assert(read.parse(text), "%s", given);
        violations bad;
        cr_expect(find_alternative(read.root(), union_type, tag_type, bad) == index, "%s", given);
        std::string got;
        for (const violation& v : bad.all()) {
            if (v.kind == violation_kind::missing && v.name == "kind") got += "m";
            if (v.kind == violation_kind::wrong_type) got += "w";
            got += std::to_string(v.at);
            cr_expect(v.wanted == &tag_type, "%s", given);
        }
        cr_expect(got == wanted, "%s: %s", given, got.c_str());
    }
}

Test(json_members, a_number_is_compared_with_both_ends) {
    for (const char* in : {"-5", "-4.5", "0", "7", "7.0", "70e-1"})
        cr_expect(holds(from_minus_5_to_7, in), "%s", in);
    for (const char* out : {"-6", "8", "-5.0001", "7.0001", "18446744073709551615",
                            "-9223372036854775808", "1e300"})
        cr_expect(!holds(from_minus_5_to_7, out), "%s", out);
}

Test(json_members, an_integer_beyond_64_bits_is_compared_too) {
    cr_expect(!holds(from_minus_5_to_7, "99999999999999999999"));
    cr_expect(!holds(from_minus_5_to_7, "-99999999999999999999"));
}

Test(json_members, characters_are_counted_and_not_bytes) {
    const bounds two = counted(bounds::on::length, 2, 2);
    std::size_t got = 0;
    cr_expect(holds(two, R"("\u00e4b")", &got) && got == 2);
    cr_expect(holds(two, "\"\xc3\xa4\xf0\x9f\x98\x80\""));
    cr_expect(!holds(two, R"("a")", &got) && got == 1);
    cr_expect(!holds(two, R"("abc")", &got) && got == 3);
}

Test(json_members, elements_are_counted_and_not_what_is_in_them) {
    const bounds two = counted(bounds::on::size, 2, 2);
    std::size_t got = 0;
    cr_expect(holds(two, "[[1,2,3],[]]", &got) && got == 2);
    cr_expect(!holds(two, "[]", &got) && got == 0);
    cr_expect(holds(two, R"({"a":{"b":1,"c":2},"d":0})", &got) && got == 2);
    cr_expect(!holds(two, R"({"a":{"b":1,"c":2}})", &got) && got == 1);
}

Test(json_members, values_of_other_types_are_within_bounds) {
    for (const char* text : {"null", "true", "1", "\"a\"", "[]", "{}"})
        cr_expect(holds({}, text), "%s", text);
    for (const char* text : {"null", "false", "\"99\"", "[99]", "{}"})
        cr_expect(holds(from_minus_5_to_7, text), "%s", text);
    for (const char* text : {"null", "99", "[1,2,3]", "{}"})
        cr_expect(holds(counted(bounds::on::length, 1, 2), text), "%s", text);
    for (const char* text : {"null", "99", "\"abc\"", "true"})
        cr_expect(holds(counted(bounds::on::size, 1, 2), text), "%s", text);
}

Test(json_members, an_integer_s_bounds_are_not_compared_with_a_fraction) {
    constexpr type integer_type{.form = type_form::integer};
    document read;
    std::string text = "7.5";
    cr_assert(read.parse(text));
    violations bad;
    cr_expect(bad.check(read.root(), integer_type, from_minus_5_to_7) && bad.empty());
    cr_expect(!bad.check(read.root(), number_type, from_minus_5_to_7) && !bad.empty());
}

Test(json_members, an_integer_is_compared_with_its_bounds) {
    constexpr type integer_type{.form = type_form::integer};
    document read;
    std::string text = "[7,8]";
    cr_assert(read.parse(text));
    violations bad;
    cr_expect(bad.check(value(read, 1), integer_type, from_minus_5_to_7) && bad.empty());
    cr_expect(!bad.check(value(read, 2), integer_type, from_minus_5_to_7));
    cr_assert(bad.all().size() == 1 && bad.all()[0].at == 2);
}

Test(json_members, a_value_out_of_bounds_is_not_reported_as_out_of_range_too) {
    document read;
    std::string text = "[8,1e400]";
    cr_assert(read.parse(text));
    violations bad;
    for (const value each : read.root().items()) {
        (void)bad.check(each, number_type, from_minus_5_to_7);
        cr_expect(!bad.out_of_range(each, number_type));
    }
    cr_assert(bad.all().size() == 2);
    cr_expect(bad.all()[0].kind == violation_kind::out_of_bounds);
    cr_expect(bad.all()[1].kind == violation_kind::out_of_range);
    cr_expect(bad.all()[0].at == 1 && bad.all()[1].at == 2);
}

constexpr type list_type{.form = type_form::array, .element = &number_type};
constexpr bounds unique{.what = bounds::on::parts, .unique = true};

struct list_of {
    const char* elements;
    bool is_unique;
};

void expect(std::initializer_list<list_of> rows) {
    for (const auto& [elements, is_unique] : rows) {
        document read;
        std::string text = "[" + std::string(elements) + "]";
        cr_assert(read.parse(text), "%s", elements);
        violations bad;
        cr_expect(bad.check(read.root(), list_type, unique) == is_unique, "%s", elements);
        cr_expect(bad.empty() == is_unique, "%s", elements);
    }
}

Test(json_members, numbers_of_equal_value_are_not_unique) {
    expect({
        {"", true},
        {"1,2,1.5,-1", true},
        {"1,1.0", false},
        {"10,2,1e1", false},
        {"-7.0,-7", false},
        {"0,-0.0", false},
        {"0.5,5e-1", false},
        {"0.5,0.25", true},
        {"9223372036854775808,9223372036854775807.0", false},
        {"9223372036854775807,9223372036854775808.0", true},
        {"-9223372036854775808,-9223372036854775808.0", false},
        {"18446744073709549568,18446744073709549568.0", false},
        {"18446744073709551615,18446744073709551616.0", true},
        {"18446744073709551616,18446744073709551616.0", false},
        {"0,18446744073709551616.0", true},
        {"1e300,1e301", true},
        {"-1e300,1e300", true},
        {"-1e300,-10e299", false},
    });
}

Test(json_members, other_equal_values_are_not_unique_except_objects) {
    expect({
        {R"(null,false,0,"",[],{})", true},
        {"null,null", false},
        {"true,false", true},
        {"true,false,true", false},
        {R"("a","b","A","ab")", true},
        {R"("a","\u0061")", false},
        {"[],[[]],[[],[]]", true},
        {"[],[]", false},
        {"[1],[2],[1,2],[2,1]", true},
        {"[1,2],[3],[1,2.0]", false},
        {R"([["a"]],[["\u0061"]])", false},
        {"{},{}", true},
    });
}

Test(json_members, the_first_repeated_element_is_reported_with_the_one_it_equals) {
    document read;
    std::string text = "[[],5,4,3,4,5,5.0]";
    cr_assert(read.parse(text));
    violations bad;
    cr_expect(!bad.check(read.root(), list_type, unique));
    cr_assert(bad.all().size() == 1);
    cr_expect(bad.all()[0].kind == violation_kind::repeated);
    cr_expect(bad.all()[0].at == 5 && bad.all()[0].got == 2);
}

Test(json_members, a_value_that_is_not_a_list_has_no_elements_to_check) {
    for (const char* given : {"null", "1", R"("a")", R"({"a":1,"b":1})"}) {
        document read;
        std::string text = given;
        cr_assert(read.parse(text));
        violations bad;
        cr_expect(bad.check(read.root(), list_type, unique) && bad.empty(), "%s", given);
    }
}

Test(json_members, names_and_values_of_a_map_have_their_own_bounds) {
    constexpr type map_type{.form = type_form::map, .element = &number_type};
    const bounds short_names = counted(bounds::on::length, 1, 2);
    for (const bool has_keys : {false, true})
        for (const bool has_each : {false, true}) {
            document read;
            std::string text = R"({"abc":8,"a":9,"ab":1})";
            cr_assert(read.parse(text));
            const bounds parts{.what = bounds::on::parts,
                               .each = has_each ? &from_minus_5_to_7 : nullptr,
                               .keys = has_keys ? &short_names : nullptr};
            violations bad;
            cr_expect(bad.check(read.root(), map_type, parts) == (!has_keys && !has_each));
            std::string found;
            for (const violation& v : bad.all()) found += std::to_string(v.at);
            cr_expect(found == (has_keys ? has_each ? "124" : "1" : has_each ? "24" : ""), "%s",
                      found.c_str());
        }
}

Test(json_members, a_string_matches_its_pattern) {
    constexpr type string_type{.form = type_form::string};
    constexpr bounds only_a = pattern<"^a+$">().constraints;
    document read;
    std::string text = R"(["aa","ab",1])";
    cr_assert(read.parse(text));
    violations bad;
    cr_expect(bad.check(value(read, 1), string_type, only_a));
    cr_expect(!bad.check(value(read, 2), string_type, only_a));
    cr_expect(bad.check(value(read, 3), string_type, only_a), "the codec refuses it");
    cr_assert(bad.all().size() == 1);
    cr_expect(bad.all()[0].kind == violation_kind::unmatched && bad.all()[0].at == 2);
}

}}  // namespace members_test
