// Structs with .ignoring_others(): members without a field are ignored when they are read.
#include "mcp/tool.hpp"
#include "openrpc/document.hpp"
#include "support/messages.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <variant>

namespace ignoring_test { namespace {

using callbox::api, callbox::as, callbox::field, callbox::fields, callbox::method;
using made_up::answered, made_up::sent;
using std::string, std::string_view;

struct point { int x = 0; };
constexpr auto describe(as<point>) { return fields{field{"x", &point::x}}; }
struct order {
    int id = 0;
    point at;
};
constexpr auto describe(as<order>) {
    return fields{field{"id", &order::id}, field{"at", &order::at}}.ignoring_others();
}
struct circle { int r = 0; };
constexpr auto describe(as<circle>) {
    return fields{field{"r", &circle::r}}.named("disc").ignoring_others();
}
using shape = std::variant<circle, point>;
constexpr auto describe(as<shape>) {
    return callbox::one_of{"kind", callbox::tagged<circle>("circle"),
                           callbox::tagged<point>("point")};
}
int id_of(const order& o) { return o.id; }
int kind_of(const shape& s) { return static_cast<int>(s.index()); }
order echo(const order& o) { return o; }
constexpr api methods{
    method<"id", id_of>("The id.", "order"),
    method<"kind", kind_of>("The kind.", "shape"),
    method<"echo", echo>("The same.", "order"),
};

Test(rpc_ignoring, other_members_are_ignored) {
    cr_expect(callbox::answer(methods, sent("id", R"([{"new":[1],"id":3,"at":{"x":1},"z":{}}])")) ==
              answered("3"));
    cr_expect(callbox::answer(methods, sent("echo", R"([{"id":3,"at":{"x":1},"z":0}])")) ==
              answered(R"({"id":3,"at":{"x":1}})"));
    cr_expect(callbox::answer(methods, sent("kind", R"([{"kind":"circle","r":1,"z":0}])")) ==
              answered("0"));
}

Test(rpc_ignoring, missing_and_repeated_members_are_not) {
    for (const string_view wrong :
         {R"([{"id":3,"z":0}])", R"([{"id":3,"at":{"x":1},"id":4}])",
          R"([{"id":3,"at":{"x":1,"y":2}}])", R"([{"id":"3","at":{"x":1}}])"}) {
        const string got = callbox::answer(methods, sent("id", wrong));
        cr_expect(got.find("-32602") != string::npos, "%s", got.c_str());
    }
    const string got = callbox::answer(methods, sent("kind", R"([{"kind":"point","x":1,"z":0}])"));
    cr_expect(got.find("-32602") != string::npos, "%s", got.c_str());
}

Test(rpc_ignoring, schemas_allow_them) {
    const string document = callbox::openrpc::describe(callbox::table(methods), {}).document;
    cr_expect(document.find(R"("required":["id","at"]})") != string::npos, "%s", document.c_str());
    cr_expect(document.find(R"("required":["x"],"additionalProperties":false)") != string::npos);
    callbox::bytes text;
    callbox::writer to(text);
    callbox::mcp::write_tool(to, callbox::table(methods), *callbox::table(methods).find("id"));
    cr_expect(text.view().find(R"("required":["id","at"]})") != string_view::npos, "%s",
              string(text.view()).c_str());
}

}}  // namespace ignoring_test
