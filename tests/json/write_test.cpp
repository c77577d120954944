#include <callbox/json.hpp>

#include "support/guard.hpp"

#include <criterion/criterion.h>

#include <cmath>
#include <limits>
#include <string>
#include <string_view>

namespace write_test { namespace {

using namespace std::literals;
using callbox::bytes;
using callbox::document;
using callbox::kind;
using callbox::support::guarded;
using callbox::value;
using callbox::writer;

// The output of `act`, which gets a new writer.
template <class Act> std::string written(Act act) {
    bytes out;
    writer to(out);
    act(to);
    return std::string(out.view());
}

std::string string_of(std::string_view text) {
    const guarded at(text);
    return written([&](writer& to) { to.string(at.view()); });
}
void copy(value from, writer& to) {
    switch (from.type()) {
    case kind::null: return to.null();
    case kind::boolean: return to.boolean(from.truth());
    case kind::integer:
        if (const auto number = from.as_int64()) return to.integer(*number);
        return to.natural(from.as_uint64().value());
    case kind::number: return to.number(from.as_double().value());
    case kind::string: return to.string(from.text());
    case kind::array:
        to.begin_array();
        for (const value item : from.items()) copy(item, to);
        return to.end_array();
    case kind::object:
        to.begin_object();
        for (const auto& [name, child] : from.members()) {
            to.key(name.text());
            copy(child, to);
        }
        return to.end_object();
    }
}

std::string copied(std::string text) {
    document notes;
    const bool parsed = notes.parse(text);
    cr_assert(parsed, "refused: %s", text.c_str());
    return written([&](writer& to) { copy(notes.root(), to); });
}

Test(json_write, commas_and_colons_come_by_themselves) {
    const std::string text = written([](writer& to) {
        to.begin_object();
        to.key("a");
        to.begin_array();
        to.integer(-1);
        to.natural(2);
        to.begin_array();
        to.end_array();
        to.null();
        to.end_array();
        to.key("b");
        to.boolean(true);
        to.key("c");
        to.begin_object();
        to.end_object();
        to.key("d");
        to.json("[1, 2]");
        to.key("e");
        to.boolean(false);
        to.end_object();
    });
    cr_expect(text == R"({"a":[-1,2,[],null],"b":true,"c":{},"d":[1, 2],"e":false})");
}

Test(json_write, integers_are_exact_at_the_borders_of_each_width) {
    const auto integer = [](std::int64_t number) {
        return written([&](writer& to) { to.integer(number); });
    };
    const auto natural = [](std::uint64_t number) {
        return written([&](writer& to) { to.natural(number); });
    };
    cr_expect(integer(0) == "0");
    cr_expect(integer(INT8_MIN) == "-128");
    cr_expect(integer(INT32_MIN) == "-2147483648");
    cr_expect(integer(INT64_MIN) == "-9223372036854775808");
    cr_expect(integer(INT64_MAX) == "9223372036854775807");
    cr_expect(natural(0) == "0");
    cr_expect(natural(UINT32_MAX) == "4294967295");
    cr_expect(natural(UINT64_MAX) == "18446744073709551615");
}

Test(json_write, numbers_are_the_shortest_that_read_back) {
    cr_expect(written([](writer& to) { to.number(0.1); }) == "0.1");
    cr_expect(written([](writer& to) { to.number(-0.0); }) == "-0");
    cr_expect(written([](writer& to) { to.number(1.0 / 3); }) == "0.3333333333333333");
    cr_expect(written([](writer& to) { to.number(0.1f); }) == "0.1");
}

Test(json_write, a_number_that_is_not_finite_is_a_misuse_and_null) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const double number : {infinity, -infinity, std::nan("")}) {
        bytes out;
        writer to(out);
        to.begin_array();
        to.number(number);
        to.number(static_cast<float>(number));
        to.integer(1);
        to.end_array();
        cr_expect(out.view() == "[null,null,1]");
        cr_expect(to.misused() == writer::misuse::not_finite);
    }
}

Test(json_write, only_what_must_be_escaped_is) {
    cr_expect(string_of("") == R"("")");
    cr_expect(string_of({}) == R"("")");
    cr_expect(string_of("plain / text ' \x7f") == "\"plain / text ' \x7f\"");
    cr_expect(string_of("\"\\\b\f\n\r\t") == R"("\"\\\b\f\n\r\t")");
    cr_expect(string_of("\0\x01\x1f "sv) == R"("\u0000\u0001\u001f ")");
    cr_expect(string_of("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80") ==
              "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\"");
    cr_expect(string_of("a long run of plain text\n\xc3\xa4 and another") ==
              "\"a long run of plain text\\n\xc3\xa4 and another\"");
    cr_expect(written([](writer& to) { to.key("a\nb"); }) == "\"a\\nb\":");
}

Test(json_write, every_ascii_character_reads_back) {
    for (int c = 0; c < 128; ++c) {
        const std::string text = "0123456789abcdef" + std::string(1, static_cast<char>(c)) + "end";
        std::string token = string_of(text);
        document notes;
        cr_assert(notes.parse(token), "%d", c);
        cr_expect(notes.root().text() == text, "%d", c);
    }
}

Test(json_write, invalid_utf8_is_a_misuse_and_the_output_still_json) {
    constexpr std::string_view rows[] = {"\xff",         "a\x80z",     "\xc3",
                                         "\xed\xa0\x80", "\xc0\xaf",   "\xc3\xa4\xe2\x82",
                                         "a\n\xf5z",     "\xf4\x90\x80\x80"};
    for (const std::string_view text : rows) {
        bytes out;
        writer to(out);
        to.begin_object();
        to.key(text);
        to.string(text);
        to.end_object();
        cr_expect(to.misused() == writer::misuse::not_utf8, "row %td", &text - rows);
        std::string made(out.view());
        document notes;
        cr_expect(notes.parse(made), "row %td: %s", &text - rows, made.c_str());
    }
}

Test(json_write, of_several_misuses_the_first_is_kept) {
    bytes out;
    writer to(out);
    to.begin_array();
    to.number(std::nan(""));
    to.string("\xff");
    to.unnamed();
    to.inexpressible();
    to.number(std::nanf(""));
    to.end_array();
    to.null();
    cr_expect(to.misused() == writer::misuse::not_finite);
    cr_expect(to.misuse_at_end() == writer::misuse::not_finite);
    writer next(out);
    next.string("\xff");
    next.number(std::nan(""));
    cr_expect(next.misused() == writer::misuse::not_utf8);
}

Test(json_write, correct_use_is_no_misuse) {
    bytes out;
    writer to(out);
    to.begin_array();
    to.string("\xc3\xa4");
    to.number(1.5);
    to.end_array();
    cr_expect(to.misused() == writer::misuse::none);
    cr_expect(to.misuse_at_end() == writer::misuse::none);
}

Test(json_write, anything_but_one_value_is_a_misuse) {
    const auto is_not_one = [](auto write) {
        bytes out;
        writer to(out);
        write(to);
        return to.misuse_at_end() == writer::misuse::not_one;
    };
    cr_expect(is_not_one([](writer&) {}));
    cr_expect(is_not_one([](writer& to) { to.null(), to.null(); }));
    cr_expect(is_not_one([](writer& to) { to.begin_array(); }));
    cr_expect(is_not_one([](writer& to) { to.begin_array(), to.null(); }));
    cr_expect(is_not_one([](writer& to) { to.end_array(); }));
}

Test(json_write, what_just_fits_is_written) {
    bytes exact(15);
    writer to(exact);
    to.begin_array();
    to.string("abc");
    to.integer(-123);
    to.number(0.5);
    to.end_array();
    cr_expect(exact.overflowed(), "it is 16 bytes");
    exact.clear();
    exact.limit(16);
    writer again(exact);
    again.begin_array();
    again.string("abc");
    again.integer(-123);
    again.number(0.5);
    again.end_array();
    cr_expect(not exact.overflowed());
    cr_expect(exact.view() == R"(["abc",-123,0.5])");
}

Test(json_write, what_was_read_is_written_the_same) {
    constexpr std::string_view texts[] = {
        R"({"jsonrpc":"2.0","method":"math.add","params":[2,3],"id":1})",
        R"([null,true,false,-0.5,1e+30,"\n\"\\",{"a":{"b":[]}},12,18446744073709551615])",
        "{\"\xc3\xa4\":\"\xe2\x82\xac\xf0\x9f\x98\x80\",\"\":[[[]],{}]}",
        R"("")",
        "-9223372036854775808",
    };
    for (const std::string_view text : texts) {
        const std::string copy = copied(std::string(text));
        cr_expect(copy == text, "%s", copy.c_str());
    }
    cr_expect(copied(R"([ "\u0041\/\u00e4" , 1.50E1 ])") == "[\"A/\xc3\xa4\",15]");
}

// In any position and with any room left, an integer is written completely or not at all.
Test(json_write, an_integer_fits_or_does_not) {
    constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
    for (const std::int64_t number : std::initializer_list<std::int64_t>{
             lowest, lowest + 1, -(lowest / 10), -99, -1, 0, 9, 10})
        for (std::size_t room = 0; room < 50; ++room) {
            const std::string digits = std::to_string(number);
            const std::string wanted = '[' + digits + ',' + digits + ']';
            bytes out(room);
            writer to(out);
            to.begin_array();
            to.integer(number);
            to.integer(number);
            to.end_array();
            cr_expect(out.overflowed() == (wanted.size() > room), "%s: %zu", digits.c_str(), room);
            if (!out.overflowed()) cr_expect(out.view() == wanted);
            else cr_expect(wanted.starts_with(out.view()));
        }
    bytes out;
    writer to(out);
    to.natural(std::numeric_limits<std::uint64_t>::max());
    cr_expect(out.view() == "18446744073709551615");
    to.integer(1);
    cr_expect(to.misused() == writer::misuse::not_one);
}

}}  // namespace write_test
