// result<T>: its values, errors and conversions.
#include <callbox/error.hpp>

#include <criterion/criterion.h>

#include <memory>
#include <string>

namespace result_test { namespace {

using callbox::failure, callbox::result;

result<std::string> text(int n) {
    if (n == 0) return {};
    if (n == 1) return "text";
    return failure{n, "no text"};
}
result<std::optional<int>> perhaps(int n) {
    if (n == 0) return std::nullopt;
    return n;
}
result<void> check(int n) {
    if (n == 0) return {};
    return failure{n, "not 0"};
}

Test(rpc_result, values_convert) {
    cr_expect(text(0).has_value() && text(0)->empty());
    cr_expect(*text(1) == "text");
    cr_expect(text(2).error().code == 2 && !text(2));
    cr_expect(!perhaps(0)->has_value() && perhaps(3).value() == 3);
    cr_expect(check(0).has_value() && check(4).error().message == "not 0");
    result<std::unique_ptr<int>> owner = std::make_unique<int>(5);
    const std::unique_ptr<int> taken = std::move(owner).value_or(nullptr);
    cr_expect(*taken == 5);
    const result<std::string> first = text(1);
    const result<std::string> copy = first;
    cr_expect(*copy == *first);
    static_assert(!std::is_convertible_v<std::string, result<int>>);
    static_assert(!std::is_convertible_v<result<const char*>, result<std::string>>);
}

Test(rpc_result, value_throws_the_error) {
    const auto code_of = [](const auto& outcome) {
        try {
            outcome.value();
        } catch (const callbox::bad_result& error) {
            cr_expect(error.why.message == error.what());
            return error.why.code;
        }
        return 0;
    };
    cr_expect(code_of(text(7)) == 7 && code_of(text(1)) == 0);
    cr_expect(code_of(check(8)) == 8 && code_of(check(0)) == 0);
    cr_expect(text(7).value_or("other") == "other" && text(1).value_or("other") == "text");
}

Test(rpc_result, and_then_and_transform_pass_errors_on) {
    const auto length = [](const std::string& s) { return s.size(); };
    const auto same = [](std::string s) { return result<std::string>(std::move(s)); };
    cr_expect(*text(1).and_then(same).transform(length) == 4);
    cr_expect(text(9).and_then(same).transform(length).error().code == 9);
    cr_expect(*check(0).and_then([] { return text(1); }) == "text");
    cr_expect(check(3).and_then([] { return text(1); }).error().code == 3);
    cr_expect(*check(0).transform([] { return 6; }) == 6);
    int calls = 0;
    const auto count = [&](const std::string&) { ++calls; };
    cr_expect(text(1).transform(count).has_value() && !text(5).transform(count) && calls == 1);
    const result<std::string> kept = text(1);
    cr_expect(*kept.transform(length) == 4 && *kept == "text");
    result<std::unique_ptr<int>> owner = std::make_unique<int>(5);
    const auto moved = std::move(owner).transform([](std::unique_ptr<int> p) { return *p; });
    cr_expect(*moved == 5);
}

}}  // namespace result_test
