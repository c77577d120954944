// The five methods of the example program and their examples.
#include "app/methods.hpp"

#include <criterion/criterion.h>

#include <string>

namespace methods_test { namespace {

Test(app_methods, the_examples_of_the_table_hold) {
    for (const auto& line : callbox::failing_examples(demo::methods))
        cr_expect(false, "%s", line.c_str());
    cr_expect(!callbox::table(demo::methods).examples.empty());
}

Test(app_methods, a_number_that_does_not_fit_is_never_wrong) {
    const auto ask = [](std::string_view method, std::string_view a, std::string_view b) {
        return callbox::answer(demo::methods,
                               R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) +
                                   R"(","params":{"a":)" + std::string(a) + R"(,"b":)" +
                                   std::string(b) + "}}");
    };
    const char* const most = "9223372036854775807";
    const char* const least = "-9223372036854775808";
    cr_expect(ask("math.add", most, "0").find(most) != std::string::npos);
    cr_expect(ask("math.sub", least, "0").find(least) != std::string::npos);
    cr_expect(ask("math.mul", least, "1").find(least) != std::string::npos);
    const std::string beyond[] = {ask("math.add", most, "1"), ask("math.add", least, "-1"),
                             ask("math.sub", least, "1"), ask("math.sub", "0", least),
                             ask("math.mul", least, "-1"), ask("math.mul", most, "2")};
    for (const std::string& said : beyond)
        cr_expect(said.find(R"("error":{"code":1,"message":"the )") != std::string::npos, "%s",
                  said.c_str());
}

}}  // namespace methods_test
