// Member functions as methods; the object is the state of the table.
#include "support/messages.hpp"

#include "openrpc/document.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <concepts>
#include <string>
#include <string_view>

namespace member_functions_test { namespace {

using callbox::arg, callbox::by_name_only, callbox::caller, callbox::method;
using made_up::answered, made_up::notified, made_up::sent;

struct base {
    int inherited() { return 40; }
    virtual std::string kind() const { return "base"; }
    virtual ~base() = default;
};

struct store : base {
    int count = 0;
    std::string last;

    int create(std::string_view name, int copies) {
        last = name;
        return count += copies;
    }
    int size() const { return count; }
    void clear() noexcept { count = 0; }
    bool is_empty() const noexcept { return count == 0; }
    int next() & { return ++count; }
    int peek() const& { return count + 1; }
    void drop() & noexcept { --count; }
    int twice() const& noexcept { return 2 * count; }
    callbox::result<int> take(int copies) {
        if (copies > count) return callbox::failure{1, "there are not so many"};
        return count -= copies;
    }
    std::string who(const caller& from, std::string_view word) const {
        return std::string(word) + ' ' + std::string(from.token);
    }
    std::string mine(caller from) { return last = from.token; }
    std::string kind() const override { return "store"; }
    static int version() { return 7; }
    int over(int n) { return n; }
    int over(std::string_view text) { return static_cast<int>(text.size()); }
};

int reset_to(store& s, int count) { return s.count = count; }

constexpr callbox::api methods{
    callbox::thread_safe,
    method<"create", &store::create>("Adds.", "name", by_name_only, arg("copies") = 1),
    method<"size", &store::size>("How many."),
    method<"clear", &store::clear>("None."),
    method<"empty", &store::is_empty>("Whether none."),
    method<"next", &store::next>("One more."),
    method<"peek", &store::peek>("One more, later."),
    method<"drop", &store::drop>("One less."),
    method<"twice", &store::twice>("Twice as many."),
    method<"take", &store::take>("Takes some.", arg("copies").in(1, 9)),
    method<"who", &store::who>("Who asks.", "word"),
    method<"mine", &store::mine>("Who asks.", callbox::blocking),
    method<"kind", &store::kind>("What it is."),
    method<"version", &store::version>("Static: it has no object."),
    method<"over", static_cast<int (store::*)(std::string_view)>(&store::over)>("Length.", "text"),
    method<"reset", reset_to>("A plain function of the same state.", "count"),
    method<"lambda", [](store& s) { return s.count; }>("And a lambda."),
};
constexpr callbox::api of_base{method<"inherited", &store::inherited>("Of the base.")};
constexpr callbox::api of_virtual{method<"kind", &base::kind>("Of what it is.")};

template <class State, std::size_t... Sizes> State* state_of(const callbox::api<State, Sizes...>&);
static_assert(std::same_as<decltype(state_of(methods)), store*>);
static_assert(std::same_as<decltype(state_of(of_base)), base*>);
static_assert(callbox::table(methods).find("who")->params.count == 1);

std::string said(store& s, std::string_view name, std::string_view params = "[]",
                 const caller& from = {}) {
    return callbox::answer(methods, s, sent(name, params), {}, from);
}

Test(rpc_member_functions, each_is_called_on_the_state) {
    store s;
    cr_expect(said(s, "create", R"(["a"])") == answered("1"));
    cr_expect(said(s, "create", R"({"copies":4,"name":"b"})") == answered("5"));
    cr_expect(s.last == "b" && s.count == 5);
    cr_expect(said(s, "next") == answered("6"));
    cr_expect(said(s, "drop") == answered("null") && s.count == 5);
    cr_expect(callbox::answer(methods, s, notified("clear", "[]")).empty() && s.count == 0);
}

Test(rpc_member_functions, const_and_noexcept_ones_are_methods_too) {
    store s;
    s.count = 3;
    cr_expect(said(s, "size") == answered("3") && said(s, "peek") == answered("4"));
    cr_expect(said(s, "twice") == answered("6") && said(s, "empty") == answered("false"));
}

Test(rpc_member_functions, plain_functions_of_the_same_state_may_be_mixed_with_them) {
    store s;
    cr_expect(said(s, "reset", "[9]") == answered("9"));
    cr_expect(said(s, "size") == answered("9") && said(s, "lambda") == answered("9"));
    cr_expect(said(s, "version") == answered("7"));
    cr_expect(said(s, "over", R"(["four"])") == answered("4"), "the overload of the cast");
}

Test(rpc_member_functions, a_caller_comes_first_and_is_not_a_parameter) {
    store s;
    const caller ada{.token = "ada"};
    cr_expect(said(s, "who", R"(["hi"])", ada) == answered(R"("hi ada")"));
    cr_expect(said(s, "mine", "[]", ada) == answered(R"("ada")") && s.last == "ada");
    const std::string document = callbox::openrpc::describe(callbox::table(methods), {}).document;
    cr_expect(document.find("from") == document.npos && document.find("token") == document.npos);
    cr_expect(document.find(R"("name":"copies")") != document.npos);
}

Test(rpc_member_functions, their_errors_and_violations_are_those_of_other_functions) {
    store s;
    cr_expect(said(s, "take", "[2]").find(R"("code":1,"message":"there are not so many")") !=
              std::string::npos);
    for (const char* params : {"[0]", "[10]", "[]", "[1,2]", R"(["1"])", R"({"copy":1})"})
        cr_expect(said(s, "take", params).find("-32602") != std::string::npos, "%s", params);
    cr_expect(said(s, "create", R"(["a",2])").find("keyword-only") != std::string::npos);
    cr_expect(s.count == 0, "no call was made");
}

Test(rpc_member_functions, virtual_and_inherited_ones_are_those_of_the_object) {
    store s;
    cr_expect(said(s, "kind") == answered(R"("store")"));
    cr_expect(callbox::answer(of_virtual, s, sent("kind", "[]")) == answered(R"("store")"));
    cr_expect(callbox::answer(of_base, s, sent("inherited", "[]")) == answered("40"));
}

}}  // namespace member_functions_test
