// Structs whose members aggregate() describes by their names alone.
#include "openrpc/document.hpp"
#include "support/messages.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <array>
#include <string>

namespace aggregate_test { namespace {

using callbox::aggregate, callbox::api, callbox::as, callbox::method;
using made_up::answered, made_up::sent;
using std::string;

struct count { int value = 0; };
constexpr auto describe(as<count>) { return aggregate("value"); }

// Kinds of members that can be initialized in several ways.
struct place {
    string id;
    std::optional<string> name;
    std::variant<int, string> code;
    std::array<int, 2> at{};
    std::unique_ptr<int> floor;
    std::map<string, int> visits;
    callbox::json more;
    std::vector<count> counts;
    count all;
    std::vector<place> within;
};
constexpr auto describe(as<place>) {
    return aggregate("id", "name", "code", "at", "floor", "visits", "more", "counts", "all",
                     "within").named("spot");
}

struct open { bool is = false; };
constexpr auto describe(as<open>) { return aggregate("is").ignoring_others(); }

struct wide {
    int a = 1, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z,
        aa, ab, ac, ad, ae, af = 2;
};
constexpr auto describe(as<wide>) {
    return aggregate("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o",
                     "p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z", "aa", "ab", "ac", "ad",
                     "ae", "af");
}

place echo(place p) { return p; }
bool is_open(open o) { return o.is; }
wide step(wide w) {
    w.af += w.ae;
    return w;
}
constexpr api methods{
    method<"echo", echo>("The same.", "place"),
    method<"open", is_open>("Whether.", "open"),
    method<"step", step>("Adds.", "wide"),
};

Test(rpc_aggregate, members_are_read_and_written_in_order) {
    const string whole =
        R"({"id":"a","name":"b","code":"c","at":[1,2],"floor":3,"visits":{"d":4},)"
        R"("more":[null],"counts":[{"value":5}],"all":{"value":6},"within":[]})";
    string got = callbox::answer(methods, sent("echo", "[" + whole + "]"));
    cr_expect(got == answered(whole), "%s", got.c_str());
    const string least = R"({"id":"a","code":1,"at":[1,2],"visits":{},"more":null,"counts":[],)"
                         R"("all":{"value":6},"within":[]})";
    got = callbox::answer(methods, sent("echo", "[" + least + "]"));
    cr_expect(got.find(R"({"id":"a","code":1,)") != string::npos, "%s", got.c_str());
}

Test(rpc_aggregate, the_last_of_32_is_a_member_as_the_first) {
    string whole = "{";
    for (const callbox::member& each : callbox::codec<wide>::schema.members) {
        if (whole.size() > 1) whole += ',';
        whole += '"' + string(each.name) + "\":1";
    }
    const string got = callbox::answer(methods, sent("step", "[" + whole + "}]"));
    const string wanted = answered(whole.substr(0, whole.size() - 1) + "2}");
    cr_expect(got == wanted, "%s", got.c_str());
}

Test(rpc_aggregate, missing_and_other_members_are_refused) {
    for (const char* wrong : {R"([{"id":"a"}])", R"([{"value":1,"id":"a"}])"}) {
        const string got = callbox::answer(methods, sent("echo", wrong));
        cr_expect(got.find("-32602") != string::npos, "%s", got.c_str());
        cr_expect(got.find("all") != string::npos, "%s", got.c_str());
    }
    cr_expect(callbox::answer(methods, sent("open", R"([{"is":true,"was":1}])")) ==
              answered("true"));
}

Test(rpc_aggregate, the_document_has_its_names) {
    const string document = callbox::openrpc::describe(callbox::table(methods), {}).document;
    cr_expect(document.find(R"("spot":{)") != string::npos, "%s", document.c_str());
    cr_expect(document.find(R"("required":["is"]})") != string::npos, "%s", document.c_str());
}

}}  // namespace aggregate_test
