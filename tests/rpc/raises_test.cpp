// Exceptions declared as errors by a row or by a table; undeclared errors.
#include "support/logs.hpp"
#include "support/messages.hpp"

#include "openrpc/document.hpp"
#include "rpc/dispatch.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

namespace raises_test { namespace {

namespace raised {

using callbox::after, callbox::api, callbox::arg, callbox::before, callbox::fails, callbox::method,
    callbox::raises, callbox::result, callbox::seen_call, callbox::seen_end, callbox::with;

struct journal {
    std::string text;
    bool refuses = false;
};
inline void note(journal& j, const seen_call&, const seen_end& end) {
    j.text += "after " + std::to_string(end.error_code.value_or(0)) + '\n';
}
inline result<void> allowed(journal& j, const seen_call&) {
    if (j.refuses) return callbox::failure{403, "not now"};
    return {};
}

struct not_found : std::out_of_range {
    using out_of_range::out_of_range;
};
inline int half(journal& j, int n) {
    j.text += "half\n";
    if (n == 404) throw not_found("secret");
    if (n == 405) throw std::out_of_range("secret");
    if (n == 500) throw std::runtime_error("secret");
    if (n == 501) throw 7;
    return n / 2;
}
inline result<std::string> text(std::string_view given) {
    if (given == "fail") return callbox::failure{1, "failed"};
    return std::string(given);
}

inline constexpr api plain{
    method<"half", half>("Half.", arg("n").in(0, 1000), fails(1, "never")),
    method<"text", text>("Text.", "given"),
};
inline constexpr api guarded = with<plain>(before<allowed>);

}  // namespace raised

using made_up::sent;
using raised::journal;

namespace raised {

inline constexpr api raising{
    method<"one", half>("", "n", fails(2, "never"), raises<std::out_of_range>(404, "not there")),
    method<"both", half>("", "n", raises<not_found>(410, "gone"), fails(3, "never"),
                         raises<std::out_of_range>(404, "not there")),
    method<"other", half>("", "n", raises<std::out_of_range>(404, "not there"),
                          raises<not_found>(410, "gone")),
    method<"any", half>("", "n", raises<std::exception>(5, "anything"), raises<int>(6, "an int")),
};
inline constexpr api declared = with<plain>(
    fails(403, "not now"), raises<std::exception>(500, "something"), after<note>,
    raises<std::out_of_range>(404, "not there"));

inline std::string code_of(std::string_view said) {
    const std::size_t at = said.find(R"("code":)");
    if (at == said.npos) return "none";
    const std::size_t data = said.find(R"(,"data")");
    return std::string(said.substr(at + 7, std::min(said.find('}'), data) - at - 7));
}

}  // namespace raised

Test(rpc_raises, an_exception_becomes_the_error_that_the_row_declares_for_it) {
    journal j;
    const auto code = [&](std::string_view name, std::string_view params) {
        return raised::code_of(callbox::answer(raised::raising, j, sent(name, params)));
    };
    cr_expect(code("one", "[405]") == R"(404,"message":"not there")", "%s",
              code("one", "[405]").c_str());
    cr_expect(code("one", "[404]") == R"(404,"message":"not there")", "a derived exception");
    cr_expect(code("both", "[404]") == R"(410,"message":"gone")", "the first that matches");
    cr_expect(code("both", "[405]") == R"(404,"message":"not there")");
    cr_expect(code("other", "[404]") == R"(404,"message":"not there")", "here too");
    cr_expect(code("any", "[500]") == R"(5,"message":"anything")");
    cr_expect(code("any", "[501]") == R"(6,"message":"an int")");
    cr_expect(code("one", "[6]") == "none");
}

Test(rpc_raises, other_exceptions_and_violations_are_unaffected) {
    journal j;
    for (const char* thrown : {"[500]", "[501]"}) {
        const std::string said = callbox::answer(raised::raising, j, sent("one", thrown));
        cr_expect(said.find("-32603") != said.npos && said.find("incident") != said.npos);
        cr_expect(said.find("secret") == said.npos);
    }
    for (const char* wrong : {"[]", "[1,2]", R"(["1"])", R"({"m":1})", R"({"n":1,"n":1})"}) {
        const std::string said = callbox::answer(raised::raising, j, sent("one", wrong));
        const std::string plain = callbox::answer(raised::plain, j, sent("half", wrong));
        cr_expect(said.find("-32602") != said.npos && said == plain, "%s", said.c_str());
    }
}

Test(rpc_raises, what_raises_declares_is_declared) {
    const std::string document =
        callbox::openrpc::describe(callbox::table(raised::raising), {}).document;
    cr_expect(document.find(R"("errors":[{"code":410,"message":"gone"},)"
                            R"({"code":3,"message":"never"},)"
                            R"({"code":404,"message":"not there"}])") != document.npos,
              "%s", document.c_str());
}

namespace raised {

inline constexpr api exceptional{
    method<"half", half>("", "n", raises<std::out_of_range>(404, "no half"), fails(403, "closed")),
    method<"text", text>("", "given"),
};
inline constexpr api overridden = with<exceptional>(
    before<allowed>, raises<std::exception>(501, "anything"),
    raises<std::runtime_error>(500, "something"), fails(403, "not now"),
    raises<not_found>(404, "not there"));
inline constexpr api outer = with<overridden>(fails(500, "outer"), raises<int>(404, "an int"));

}  // namespace raised

Test(rpc_raises, an_error_of_a_row_overrides_one_of_with) {
    journal j;
    const auto code = [&](std::string_view params) {
        return raised::code_of(callbox::answer(raised::outer, j, sent("half", params)));
    };
    cr_expect(code("[404]") == R"(404,"message":"no half")", "%s", code("[404]").c_str());
    cr_expect(code("[500]") == R"(500,"message":"something")", "%s", code("[500]").c_str());
    cr_expect(code("[501]") == R"(404,"message":"no half")", "%s", code("[501]").c_str());
    const callbox::table all(raised::outer);
    const auto declared = [&](const char* name) {
        std::string text;
        for (const auto& e : all.errors_of(*all.find(name)))
            text += std::to_string(e.code) + ' ' + std::string(e.message) + ';';
        return text;
    };
    cr_expect(declared("half") == "404 no half;403 closed;501 anything;500 something;", "%s",
              declared("half").c_str());
    cr_expect(declared("text") == "501 anything;500 something;403 not now;404 not there;", "%s",
              declared("text").c_str());
    const std::string document = callbox::openrpc::describe(all, {}).document;
    cr_expect(document.find("an int") == document.npos && document.find("outer") == document.npos);
}

Test(rpc_raises, a_table_declares_errors_for_all_its_methods) {
    const callbox::table all(raised::declared);
    const callbox::row& half = *all.find("half");
    cr_assert(all.errors_of(half).size() == 4 && all.errors_of(*all.find("text")).size() == 3);
    constexpr int codes[] = {1, 403, 500, 404};
    for (std::size_t i = 0; i < 4; ++i) cr_expect(all.errors_of(half)[i].code == codes[i]);
    journal j;
    const auto code = [&](std::string_view params) {
        return raised::code_of(callbox::answer(raised::declared, j, sent("half", params)));
    };
    cr_expect(code("[405]") == R"(404,"message":"not there")");
    cr_expect(code("[500]") == R"(500,"message":"something")");
    cr_expect(code("[501]").starts_with("-32603"));
    cr_expect(j.text == "half\nafter 404\nhalf\nafter -32603\n"
                        "half\nafter -32603\n",
              "a hook sees the errors of attributes after it: %s", j.text.c_str());
}

// ------------------------------------------------------------------------- undeclared errors

Test(rpc_raises, an_undeclared_error_is_logged_once_for_each_method_and_code) {
    journal j;
    support::kept_log log;
    callbox::rpc::dispatcher one(callbox::table(raised::guarded), &j, {}, log);
    one.log_undeclared_errors();
    const auto call = [&](std::string_view name, std::string_view params) {
        std::string message = sent(name, params);
        callbox::bytes out;
        one.dispatch(message, out);
    };
    for (int i = 0; i < 3; ++i) call("text", R"(["fail"])");
    cr_assert(log.all.size() == 1, "%s", log.text().c_str());
    cr_expect(log.all[0] == "undeclared error method=text code=1", "%s", log.text().c_str());
    j.refuses = true;
    for (int i = 0; i < 3; ++i) call("text", "[]");
    for (int i = 0; i < 3; ++i) call("half", "[]");
    cr_assert(log.all.size() == 3);
    cr_expect(log.all[1] == "undeclared error method=text code=403");
    cr_expect(log.all[2] == "undeclared error method=half code=403");
}

Test(rpc_raises, declared_errors_are_not_logged) {
    journal j;
    support::kept_log log;
    callbox::rpc::dispatcher one(callbox::table(raised::raising), &j, {}, log);
    one.log_undeclared_errors();
    for (const char* params : {"[404]", "[405]", "[]", "[6]"}) {
        std::string message = sent("one", params);
        callbox::bytes out;
        one.dispatch(message, out);
    }
    cr_expect(log.all.empty(), "%s", log.text().c_str());
}

callbox::result<int> any_code(int code) { return callbox::failure{code, "some"}; }
constexpr callbox::api any{callbox::method<"any", any_code>("", "code")};

Test(rpc_raises, no_more_than_64_undeclared_errors_are_logged) {
    support::kept_log log;
    callbox::rpc::dispatcher one(callbox::table(any), nullptr, {}, log);
    one.log_undeclared_errors();
    for (int code = 1; code <= 70; ++code) {
        std::string message = sent("any", "[" + std::to_string(code) + "]");
        callbox::bytes out;
        one.dispatch(message, out);
        cr_expect(out.view().find("\"code\":" + std::to_string(code)) != std::string_view::npos);
    }
    cr_expect(log.all.size() == 64);
}

}}  // namespace raises_test
