// Methods with the attribute `unlisted`: they can be called, and appear nowhere.
#include "mcp/tool.hpp"
#include "openrpc/document.hpp"
#include "site/page.hpp"
#include "support/command_line.hpp"
#include "support/messages.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace unlisted_test { namespace {

using callbox::api, callbox::method, callbox::unlisted;
using std::string, std::string_view;

struct quiet9_type {
    int n = 0;
};
constexpr auto describe(callbox::as<quiet9_type>) {
    return callbox::fields{callbox::field{"n", &quiet9_type::n}};
}
int add(int a, int b) { return a + b; }
quiet9_type reveal(quiet9_type given) { return given; }
constexpr api methods{
    method<"math.add", add>("Adds.", "a", "b"),
    method<"math.addend", reveal>("Hides.", "given", unlisted),
    method<"quiet9.state", [] { return 5; }>("Hides.", unlisted),
};

bool names_it(string_view text) {
    return text.find("addend") != text.npos || text.find("quiet9") != text.npos ||
           text.find("Hides.") != text.npos;
}

Test(cli_unlisted, the_method_is_called) {
    cr_expect(callbox::answer(methods, made_up::sent("quiet9.state", "[]")) ==
              R"({"jsonrpc":"2.0","result":5,"id":1})");
    const string wrong = callbox::answer(methods, made_up::sent("math.adden", "[]"));
    cr_expect(wrong.find(R"(did you mean \"math.add\")") != wrong.npos || !names_it(wrong), "%s",
              wrong.c_str());
    cr_expect(!names_it(wrong), "%s", wrong.c_str());
}

Test(cli_unlisted, it_is_in_no_document_list_page_or_tool) {
    const string document = callbox::openrpc::describe(callbox::table(methods), {}).document;
    cr_expect(document.find("math.add") != document.npos && !names_it(document), "%s",
              document.c_str());
    const auto run = [](std::vector<string> words) {
        return support::command_line{.methods = callbox::table(methods)}(std::move(words), {});
    };
    for (const std::vector<string>& words :
         {std::vector<string>{"list"}, {"list", "--tools"}, {"openrpc"}, {"help"}}) {
        const auto got = run(words);
        cr_expect(got.status == 0 && !names_it(got.out), "%s", got.out.c_str());
    }
    cr_expect(!names_it(run({"help", "math.adden"}).error));
    cr_expect(run({"help", "quiet9.state"}).out.find("Hides.") != string::npos);
    callbox::options shown;
    const callbox::site::page page(callbox::table(methods), shown, false);
    cr_expect(!names_it(page.html));
}

}}  // namespace unlisted_test
