// A client of a table without a network: its requests, its results, and its argument errors.
#include <callbox/hooks.hpp>
#include <callbox/test.hpp>

#include <criterion/criterion.h>

#include <chrono>
#include <cmath>
#include <concepts>
#include <csignal>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace typed_call_test {

using callbox::arg, callbox::by_name_only, callbox::caller, callbox::json, callbox::method,
    callbox::named, callbox::result;

struct point {
    double x = 0;
    double y = 0;
    std::optional<std::string> label = {};
    bool operator==(const point&) const = default;
};
constexpr auto describe(callbox::as<point>) {
    using callbox::field, callbox::fields;
    return fields{field{"x", &point::x}, field{"y", &point::y}, field{"label", &point::label}};
}

struct gone {};

struct asked {
    int notes = 0;
    std::string last;
};
using either = std::variant<bool, std::string>;

// Writes JSON that it does not read.
struct changed {
    int n = 0;
};

inline point middle(const std::vector<point>& path) { return path.empty() ? point{} : path[0]; }
inline std::int64_t sum(std::span<const std::int64_t> all) {
    std::int64_t got = 0;
    for (const auto each : all) got += each;
    return got;
}
inline std::string show(bool b, std::uint64_t u, double d, std::string_view s,
                        std::optional<int> o, either e) {
    return std::to_string(b) + ' ' + std::to_string(u) + ' ' + std::to_string(d) + ' ' +
           std::string(s) + ' ' + (o ? std::to_string(*o) : "-") + ' ' + std::to_string(e.index());
}
inline void note(asked& a, const caller& from, std::string_view text) {
    ++a.notes;
    a.last = std::string(text) + " by " + std::string(from.token);
}
inline result<void> check(bool good) {
    if (!good) return callbox::failure{8, "not good", json(std::vector{1, 2})};
    return {};
}
inline std::string_view view() { return "a view \"of\" \\ text"; }
inline const char* words() { return "words"; }
inline std::span<const int> numbers() {
    static constexpr int all[] = {1, 2, 3};
    return all;
}
inline std::vector<std::string_view> views() { return {"a", "b"}; }
inline std::map<std::string, std::uint64_t> widest() { return {{"most", UINT64_MAX}}; }
inline std::optional<int> maybe(std::optional<int> n) { return n; }
inline json any(json given) { return given; }
inline callbox::json_view part(callbox::json_view given) { return given["part"]; }
inline changed gives_changed() { return {1}; }
inline int throws() { throw std::runtime_error("secret"); }
inline int order(int a, int b, int c) { return a * 100 + b * 10 + c; }
inline void on(std::chrono::year_month_day) {}

}  // namespace typed_call_test

template <> struct callbox::codec<typed_call_test::changed> {
    static constexpr type schema{.form = type_form::integer, .low = 0, .high = 9};
    static bool read(value from, typed_call_test::changed& out, violations& bad) {
        if (!from.is(kind::integer)) return bad.wrong_type(from, schema);
        out.n = 1;
        return true;
    }
    static void write(writer& to, const typed_call_test::changed&) { to.string("one"); }
};

namespace typed_call_test { namespace {

inline constexpr callbox::api methods{
    callbox::thread_safe,
    method<"middle", middle>("", arg("path").size(1, 3)),
    method<"sum", sum>("", "all"),
    method<"show", show>("", "b", "u", "d", arg("s") = "text", arg("o") = 5, by_name_only,
                         arg("e")),
    method<"note", note>("", arg("text").length(1, 9)),
    method<"check", check>("", "good", callbox::fails(8, "not good")),

    method<"view", view>(""),
    method<"words", words>(""),
    method<"numbers", numbers>(""),
    method<"views", views>(""),
    method<"widest", widest>(""),
    method<"maybe", maybe>("", "n"),
    method<"any", any>("", "given"),
    method<"part", part>("", "of"),
    method<"changed", gives_changed>(""),
    method<"throws", throws>(""),
    method<"on", on>("", "day"),
    method<"order", order>("", "a", arg("b") = 2, arg("c") = 3),
    method<"slow", [] { return 1; }>("", callbox::blocking),
};

using client = callbox::test::client<methods>;
template <callbox::fixed_string Name, class... A> using called =
    decltype(std::declval<client&>().template call<Name>(std::declval<A>()...));

static_assert(std::same_as<called<"sum", std::vector<std::int64_t>>, result<std::int64_t>>);
static_assert(std::same_as<called<"check", bool>, result<void>>);
static_assert(std::same_as<called<"note", std::string>, result<void>>);
static_assert(std::same_as<called<"view">, result<std::string>>);
static_assert(std::same_as<called<"words">, result<std::string>>);
static_assert(std::same_as<called<"numbers">, result<std::vector<int>>>);
static_assert(std::same_as<called<"part", json>, result<json>>);
static_assert(std::same_as<called<"middle", std::vector<point>>, result<point>>);

struct fixture {
    asked state;
    client one{state};
};

// The path and text of the only argument error, or the number of errors.
std::string only_violation(const client& caller) {
    const std::size_t count = caller.argument_errors().size();
    if (count != 1) return std::to_string(count) + " errors";
    return caller.argument_errors()[0].path + ' ' + caller.argument_errors()[0].text();
}

inline constexpr callbox::api around{method<"around", check>("", "good")};
inline constexpr callbox::api plain_errors =
    callbox::api{
        method<"stray", check>("", "good"),
        method<"check", check>("", "good", callbox::fails(8, "not good")),
        method<"raising", [] { throw gone(); }>("", callbox::raises<gone>(9, "gone")),
    } +
    callbox::with<around>(callbox::fails(8, "not good"));

Test(rpc_typed_call, a_result_is_of_the_type_that_the_function_returns) {
    fixture with;
    const auto middle = with.one.call<"middle">(std::vector<point>{{1, 2.5, "here"}, {}});
    cr_assert(static_cast<bool>(middle));
    cr_expect((*middle == point{1, 2.5, "here"}));
    cr_expect(*with.one.call<"sum">(std::vector<std::int64_t>{INT64_MAX, -7}) == INT64_MAX - 7);
    cr_expect(with.one.call<"widest">()->at("most") == UINT64_MAX, "exact");
    cr_expect(static_cast<bool>(with.one.call<"check">(true)));
    cr_expect(*with.one.call<"slow">() == 1, "a blocking method is called here");
}

Test(rpc_typed_call, a_result_owns_its_text) {
    std::string text;
    {
        fixture with;
        auto viewed = with.one.call<"view">();
        auto worded = with.one.call<"words">();
        text = *viewed + ' ' + *worded;
        cr_expect((*with.one.call<"numbers">() == std::vector<int>{1, 2, 3}));
        cr_expect(*viewed == view(), "unaffected by the next response");
    }
    cr_expect(text == "a view \"of\" \\ text words");
}

Test(rpc_typed_call, a_result_is_read_as_another_type_where_one_is_given) {
    fixture with;
    const auto views = with.one.call<"views", std::vector<std::string>>();
    cr_expect((*views == std::vector<std::string>{"a", "b"}));
    const auto text = with.one.call<"sum", json>(std::vector<std::int64_t>{2});
    cr_expect(text->text() == "2");
    const auto wrong = with.one.call<"sum", bool>(std::vector<std::int64_t>{2});
    cr_assert(not static_cast<bool>(wrong));
    cr_expect(wrong.error().code == callbox::not_understood);
    cr_expect(wrong.error().message ==
                  "sum: invalid result: expected boolean, got integer",
              "%s", wrong.error().message.c_str());
    const auto nothing = with.one.call<"view", void>();
    cr_expect(not static_cast<bool>(nothing));
}

Test(rpc_typed_call, arguments_go_by_position_by_name_and_by_both) {
    fixture with;
    cr_expect(*with.one.call<"order">(1) == 123);
    cr_expect(*with.one.call<"order">(1, 5) == 153);
    cr_expect(*with.one.call<"order">(4, 5, 6) == 456);
    cr_expect(*with.one.call<"order">(4, named<"c">(6)) == 426);
    cr_expect(*with.one.call<"order">(named<"c">(6), named<"a">(4)) == 426);
    cr_expect(*with.one.call<"order">(named<"a">(7)) == 723);
}

Test(rpc_typed_call, each_argument_is_converted_as_the_table_says) {
    fixture with;
    using std::string;
    const auto all = with.one.call<"show">(true, UINT64_MAX, 1, string("a\n\"b\""), 7,
                                           named<"e">(either("x")));
    cr_expect(*all == "1 18446744073709551615 1.000000 a\n\"b\" 7 1", "%s", all->c_str());
    const auto few = with.one.call<"show">(false, short{3}, 0.5f, named<"e">(true));
    cr_expect(*few == "0 3 0.500000 text 5 0", "%s", few->c_str());
    const std::optional<int> none;
    const auto null = with.one.call<"show">(false, 3, 1e300, "", none, named<"e">("text"));
    cr_expect(null->ends_with(" - 1"), "an explicit null is no default: %s", null->c_str());
    cr_expect(not *with.one.call<"maybe">(nullptr) && not *with.one.call<"maybe">(std::nullopt));
    cr_expect(**with.one.call<"maybe">(std::optional<int>(4)) == 4);
    cr_expect(**with.one.call<"maybe">(4) == 4);
    const json whole = *json::parse(R"({"part":{"part":[1, 2]}})");
    cr_expect(with.one.call<"part">(whole)->text() == R"({"part":[1, 2]})");
    cr_expect(with.one.call<"part">(whole["part"])->text() == "[1, 2]");
    cr_expect(with.one.call<"part">(whole["none"])->text() == "null");
    cr_expect(with.one.call<"part">(7)->text() == "null");
    cr_expect(not *with.one.call<"maybe">(), "an optional may be omitted");
    cr_expect(with.one.call<"any">(std::map<std::string, int>{{"a", 1}})->text() == R"({"a":1})");
    cr_expect(with.one.call<"any">("text")->text() == R"("text")");
    cr_expect(with.one.call<"any">(*json::parse("1.50"))->text() == "1.50", "to the last digit");
}

Test(rpc_typed_call, an_error_of_a_method_has_code_message_and_data) {
    fixture with;
    const auto failed = with.one.call<"check">(false);
    cr_assert(not static_cast<bool>(failed));
    cr_expect(failed.error().code == 8 && failed.error().message == "not good");
    cr_assert(failed.error().data.has_value());
    cr_expect(failed.error().data->text() == "[1,2]");
    cr_expect(with.one.argument_errors().empty());
}

Test(rpc_typed_call, a_refusal_has_its_argument_errors) {
    fixture with;
    const auto refused = with.one.call<"middle">(std::vector<point>{});
    cr_assert(not static_cast<bool>(refused));
    cr_expect(refused.error().code == -32602);
    cr_expect(only_violation(with.one) ==
                  "/0 expected array of point of 1 to 3 elements, got 0 elements",
              "%s", only_violation(with.one).c_str());
    (void)with.one.call<"order">(json("x"), named<"c">(json(1.5)));
    cr_assert(with.one.argument_errors().size() == 2);
    const callbox::argument_error first{"/a", "integer", "string"};
    const callbox::argument_error second{"/c", "integer", "number"};
    cr_expect(with.one.argument_errors()[0] == first && with.one.argument_errors()[1] == second);
    (void)with.one.call<"middle">(*json::parse(R"([{"x":1,"y":2,"lable":"a"}])"));
    cr_expect(only_violation(with.one) ==
                  "/0/0/lable unexpected member; did you mean \"label\"?",
              "%s", only_violation(with.one).c_str());
    (void)with.one.call<"on">(json("2023-02-29"));
    cr_expect(only_violation(with.one) == "/0 expected date, got string: the month has no such day",
              "%s", only_violation(with.one).c_str());
    const callbox::argument_error date{"/0", "date", "string", "the month has no such day"};
    cr_expect(with.one.argument_errors()[0] == date);
    (void)with.one.call<"middle">(*json::parse(R"([{"x":1}])"));
    const callbox::argument_error member{"/0/0/y", "number", "nothing"};
    cr_expect(with.one.argument_errors()[0] == member && member.text() == "missing");
    cr_expect(*with.one.call<"order">(1) == 123);
    cr_expect(with.one.argument_errors().empty(), "cleared by the next call");
}

Test(rpc_typed_call, a_number_out_of_range_is_the_method_s_to_refuse) {
    fixture with;
    for (const std::int64_t far : {std::int64_t{INT32_MAX} + 1, std::int64_t{INT32_MIN} - 1}) {
        cr_expect(not static_cast<bool>(with.one.call<"order">(far)));
        cr_expect(only_violation(with.one).starts_with("/0 expected integer from "), "%s",
                  only_violation(with.one).c_str());
    }
    cr_expect(with.one.call<"show">(true, -1, 1, named<"e">(true)).error().code == -32602);
}

Test(rpc_typed_call, an_argument_that_json_cannot_represent_is_not_sent) {
    fixture with;
    const auto infinite = with.one.call<"show">(true, 1, HUGE_VAL, named<"e">(true));
    cr_expect(infinite.error().code == callbox::not_understood);
    cr_expect(infinite.error().message == "show: JSON cannot represent an argument");
    cr_expect(with.one.call<"note">("\xff").error().code == callbox::not_understood);
    cr_expect(not with.one.notify<"note">("\xff") && with.state.notes == 0);
    cr_expect(*with.one.call<"order">(1) == 123, "the next call is not affected");
}

Test(rpc_typed_call, what_a_codec_does_not_read_back_is_an_error) {
    fixture with;
    const auto changed = with.one.call<"changed">();
    cr_assert(not static_cast<bool>(changed));
    cr_expect(changed.error().code == callbox::not_understood);
    cr_expect(changed.error().message.ends_with("got string"));
}

Test(rpc_typed_call, an_exception_is_an_incident_as_for_any_client) {
    fixture with;
    const auto thrown = with.one.call<"throws">();
    cr_assert(not static_cast<bool>(thrown));
    cr_expect(thrown.error().code == -32603);
    cr_expect(thrown.error().message.find("secret") == std::string::npos);
    cr_expect(thrown.error().data && thrown.error().data->text().find("incident") !=
                                           std::string_view::npos);
}

Test(rpc_typed_call, the_caller_is_the_one_that_was_set) {
    fixture with;
    cr_expect(static_cast<bool>(with.one.call<"note">("a")) && with.state.last == "a by ");
    with.one.set_caller({.token = "ada"});
    cr_expect(static_cast<bool>(with.one.call<"note">("b")) && with.state.last == "b by ada");
    cr_expect(with.one.notify<"note">("c") && with.state.last == "c by ada");
    with.one.set_caller({});
    cr_expect(with.one.notify<"note">(named<"text">("d")) && with.state.last == "d by ");
}

Test(rpc_typed_call, a_notification_that_is_refused_changes_nothing) {
    fixture with;
    cr_expect(with.one.notify<"note">("longer than nine") && with.state.notes == 0);
    cr_expect(with.one.notify<"note">(json(1)) && with.state.notes == 0);
    cr_expect(with.one.argument_errors().empty());
}

Test(rpc_typed_call, limits_hold_as_they_do_for_a_server) {
    asked state;
    client narrow(state, {.response_bytes_max = 40});
    cr_expect(narrow.call<"widest">().error().code == -32001);
    cr_expect(*narrow.call<"order">(1) == 123);
}

// Possible responses of other servers.
Test(rpc_typed_call, an_invalid_response_is_an_error) {
    struct other : callbox::typed_calls<methods, other> {
        std::string says;
        std::string_view carry(std::string_view) { return says; }
    };
    const auto why = [&](std::string_view text) {
        other one;  // its first call has the id 1
        one.says = text;
        const auto got = one.call<"order">(1);
        return got ? std::to_string(*got) : got.error().message;
    };
    cr_expect(why(R"({"jsonrpc":"2.0","result":5,"id":1})") == "5");
    cr_expect(why("") == "order: no response");
    for (const char* text : {"{", "nonsense", R"({"result":5,"id":1)"})
        cr_expect(why(text) == "order: the response is not JSON", "%s", text);
    for (const char* text : {"null", "[]", "{}", R"({"result":5})", R"({"result":5,"id":2})",
                             R"({"result":5,"id":"1"})", R"({"error":{},"id":null})"})
        cr_expect(why(text) == "order: the response does not match the request", "%s", text);
    for (const char* text :
         {R"({"id":1})", R"({"result":5,"error":{"code":1,"message":"m"},"id":1})",
          R"({"error":null,"id":1})", R"({"error":{},"id":1})", R"({"error":{"code":1},"id":1})",
          R"({"error":{"code":"1","message":"m"},"id":1})",
          R"({"error":{"code":1.5,"message":"m"},"id":1})",
          R"({"error":{"code":1,"message":2},"id":1})",
          R"({"error":{"code":4294967297,"message":"m"},"id":1})"})
        cr_expect(why(text) == "order: the response has neither a result nor an error", "%s", text);
    cr_expect(why(R"({"id":1,"error":{"message":"a\u0062","code":-7,"data":"\u0063"}})") == "ab");
}

Test(rpc_typed_call, argument_errors_are_read_only_from_errors_that_have_them) {
    const auto count = [](int code, const char* data) {
        return callbox::argument_errors_of({code, "", json::parse(data)}).size();
    };
    const char* const two = R"({"errors":[{"path":"/a","expected":"x","got":"y"},{}]})";
    cr_expect(count(-32602, two) == 2 && count(1, two) == 0);
    for (const char* other : {"null", "[]", "{}", R"({"errors":{}})", R"({"errors":[]})", "1"})
        cr_expect(count(-32602, other) == 0, "%s", other);
    cr_expect(callbox::argument_errors_of({-32602, ""}).empty());
}

#if !defined(NDEBUG) && !defined(CRITERION_IN_ONE_PROCESS)
Test(rpc_typed_call, an_error_that_the_row_does_not_declare_stops_the_test, .signal = SIGABRT) {
    callbox::test::client<plain_errors> one;
    (void)one.call<"stray">(false);
}
#endif

Test(rpc_typed_call, errors_of_a_row_and_of_with_are_declared) {
    callbox::test::client<plain_errors> one;
    cr_expect(one.call<"stray">(true) && one.call<"check">(true));
    cr_expect(one.call<"check">(false).error().code == 8);
    cr_expect(one.call<"around">(false).error().code == 8);
    cr_expect(one.call<"raising">().error().code == 9);
    cr_expect(one.call<"check">(callbox::json("2")).error().code == -32602);
}

}}  // namespace typed_call_test
