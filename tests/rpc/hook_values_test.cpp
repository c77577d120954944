// Values that `before` hooks return for the functions of a table.
#include "support/messages.hpp"

#include <callbox/callbox.hpp>
#include <callbox/test.hpp>

#include <criterion/criterion.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace hook_values_test { namespace {

using callbox::api, callbox::before, callbox::caller, callbox::fails, callbox::method,
    callbox::raises, callbox::result, callbox::seen_call, callbox::with;
using made_up::answered, made_up::sent;

struct user {
    std::string name;
    int* alive = nullptr;

    user(std::string name_, int* alive_) : name(std::move(name_)), alive(alive_) { ++*alive; }
    user(const user&) = delete;
    ~user() { --*alive; }
};
struct shop {
    int users = 0;
    int logins = 0;

    std::string owner(const user& who) const { return who.name + std::to_string(users); }
};
struct store : shop {};

const user& fixed(store& s, const seen_call&) {
    static user one("fixed", &s.users);
    return one;
}
user login(store& s, const seen_call& c) {
    ++s.logins;
    return {std::string(c.who.user), &s.users};
}
struct session {
    std::string name;
};
result<session> checked(const seen_call& c) {
    if (c.who.token.empty()) return callbox::failure{401, "no token"};
    return session{std::string(c.who.token)};
}

std::string name_of(const user& who) { return who.name; }
std::string greet(store& s, const caller& from, const user& who, std::string_view word, int times) {
    return who.name + ' ' + std::string(from.peer) + ' ' + std::string(word) + ' ' +
           std::to_string(times) + ' ' + std::to_string(s.users);
}
std::string inside(const session& of) { return of.name; }
int half(const session&, int n) {
    if (n % 2 != 0) throw std::out_of_range("odd");
    return n / 2;
}
int twice(int n) { return n * 2; }
void refuse(const seen_call& c) {
    if (c.who.user == "nobody") throw std::runtime_error("on purpose");
}

constexpr api of_users{
    method<"greet", greet>("", "word", "times"),
    method<"name", name_of>(""),
    method<"owner", &shop::owner>(""),
    method<"twice", twice>("", "n"),
};
constexpr api users = with<of_users>(before<refuse>, before<login>);
constexpr api known = with<of_users>(before<fixed>);

constexpr api of_sessions{
    method<"half", half>("", "n", raises<std::out_of_range>(7, "odd")),
    method<"inside", inside>(""),
};
constexpr api sessions = with<of_sessions>(before<checked>, fails(401, "no token"));
constexpr api both = users + sessions;
constexpr api nested = with<both>(before<refuse>);

std::string ask(std::string_view name, std::string_view params, store& s,
                const caller& from = {.peer = "peer", .token = "tok", .user = "ann"}) {
    return callbox::answer(nested, s, sent(name, params), {}, from);
}
std::string text(std::string_view it) { return answered('"' + std::string(it) + '"'); }

Test(rpc_hook_values, functions_take_the_value_beside_state_and_caller) {
    store s;
    cr_expect(ask("greet", R"(["hi",2])", s) == text("ann peer hi 2 1"));
    cr_expect(ask("greet", R"({"times":3,"word":"ho"})", s) == text("ann peer ho 3 1"));
    cr_expect(ask("name", "[]", s) == text("ann"));
    cr_expect(ask("owner", "[]", s) == text("ann1"));
    cr_expect(ask("twice", "[4]", s) == answered("8"));
    cr_expect(s.logins == 5);
    cr_expect(callbox::answer(known, s, sent("name", "[]")) == text("fixed"));
}

Test(rpc_hook_values, a_value_lives_as_long_as_the_call) {
    store s;
    cr_expect(ask("owner", "[]", s) == text("ann1"));
    cr_expect(s.users == 0);
    (void)ask("greet", "[1]", s);
    cr_expect(s.users == 0 && s.logins == 2);
}

Test(rpc_hook_values, a_hook_may_fail_instead) {
    store s;
    cr_expect(ask("inside", "[]", s) == text("tok"));
    cr_expect(ask("inside", "[]", s, {}) ==
              R"({"jsonrpc":"2.0","error":{"code":401,"message":"no token"},"id":1})");
    cr_expect(ask("half", "[4]", s) == answered("2"));
    cr_expect(ask("half", "[3]", s) ==
              R"({"jsonrpc":"2.0","error":{"code":7,"message":"odd"},"id":1})");
    cr_expect(ask("name", "[]", s, {.user = "nobody"}).find("-32603") != std::string::npos);
    cr_expect(s.logins == 0);
}

Test(rpc_hook_values, values_are_no_parameters) {
    const callbox::table all(nested);
    cr_expect(all.find("name")->params.count == 0 && all.find("greet")->params.count == 2);
    cr_expect(callbox::failing_examples(nested, [] { return store(); }).empty());
    store s;
    callbox::test::client<nested> client(s);
    client.set_caller({.user = "eve"});
    cr_expect(client.call<"name">().value() == "eve");
    cr_expect(client.call<"twice">(2).value() == 4);
}

}}  // namespace hook_values_test
