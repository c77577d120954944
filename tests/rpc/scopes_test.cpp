// Scopes of rows: for hooks, tokens, the document and help. Names with dashes and slashes.
#include "cli/text.hpp"
#include "mcp/tool.hpp"
#include "openrpc/document.hpp"
#include "rpc/view.hpp"
#include "site/tokens.hpp"
#include "support/messages.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <vector>

namespace scopes_test { namespace {

using callbox::api, callbox::failure, callbox::method, callbox::result, callbox::scope,
    callbox::seen_call;
using made_up::answered, made_up::sent;
using std::string, std::string_view;

// The user "root" has the scope "admin".
result<void> allowed(const seen_call& c) {
    if (!c.row.scopes.contains("admin") || c.who.user == "root") return {};
    return failure{403, string(c.row.name) + " is for administrators"};
}
constexpr api plain{
    method<"disk-free", [] { return 5; }>("Free."),
    method<"disk/format", [] { return 6; }>("Formats.", scope("admin disks")),
    method<"disk.label", [] { return 7; }>("Labels.", scope("disks")),
};
constexpr api methods = callbox::with<plain>(callbox::before<allowed>,
                                             callbox::fails(403, "forbidden"));

Test(rpc_scopes, hooks_see_them) {
    cr_expect(callbox::answer(methods, sent("disk-free", "[]")) == answered("5"));
    cr_expect(callbox::answer(methods, sent("disk.label", "[]")) == answered("7"));
    const string refused = callbox::answer(methods, sent("disk/format", "[]"));
    cr_expect(refused.find("disk/format is for administrators") != string::npos, "%s",
              refused.c_str());
    cr_expect(callbox::answer(methods, sent("disk/format", "[]"), {}, {.user = "root"}) ==
              answered("6"));
}

string seen_by(std::vector<string> scopes) {
    const callbox::table all(methods);
    const callbox::rpc::view seen(all, scopes);
    string names;
    for (const callbox::row& r : all.rows)
        if (seen.has(r)) names += string(r.name) + ' ';
    return names;
}

Test(rpc_scopes, tokens_grant_them) {
    cr_expect(seen_by({"scope:disks"}) == "disk.label disk/format ");
    cr_expect(seen_by({"scope:admin"}) == "disk/format ");
    cr_expect(seen_by({"scope:disk"}) == "" && seen_by({"scope:"}) == "");
    cr_expect(seen_by({"scope:admin disks"}) == "");
    cr_expect(seen_by({"scope:*"}) == "");
    cr_expect(seen_by({"disk/*", "disk-*"}) == "disk-free disk/format ");
}

Test(rpc_scopes, token_files_name_them) {
    callbox::site::tokens got;
    cr_expect(callbox::site::tokens::read("a 0123456789abcdef scope:admin disk/* disk-free\n",
                                          got) == "");
    const std::vector<string> wanted{"scope:admin", "disk/*", "disk-free"};
    cr_expect(got.all()[0].scopes == wanted);
    for (const string_view wrong : {"scope:", "scope:*", "scope:a/b", "other:admin", "scope:a:b"}) {
        const string line = "a 0123456789abcdef " + string(wrong) + '\n';
        cr_expect(callbox::site::tokens::read(line, got).starts_with("line 1: a scope must"),
                  "%s", line.c_str());
    }
}

Test(rpc_scopes, the_document_and_help_show_them) {
    const callbox::table all(methods);
    const string document = callbox::openrpc::describe(all, {}).document;
    cr_expect(document.find(R"("x-scopes":["admin","disks"])") != string::npos, "%s",
              document.c_str());
    cr_expect(document.find(R"("x-scopes":["disks"])") != string::npos);
    callbox::bytes text;
    callbox::cli::append_method(text, all, *all.find("disk/format"), "");
    cr_expect(text.view().find("Scopes: admin disks\n") != string_view::npos);
}

Test(rpc_scopes, tools_have_no_dots_and_slashes_in_their_names) {
    cr_expect(callbox::mcp::tool_name_of(*callbox::table(methods).find("disk/format")) ==
              "disk_format");
}

}}  // namespace scopes_test
