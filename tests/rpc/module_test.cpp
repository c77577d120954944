// Tables of several states, and tables joined at the start: module.hpp.
#include "support/messages.hpp"

#include <callbox/callbox.hpp>
#include <callbox/test.hpp>

#include <criterion/criterion.h>
#include <criterion/redirect.h>

#include <array>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace module_test { namespace {

using callbox::api, callbox::caller, callbox::join, callbox::joined, callbox::method,
    callbox::module, callbox::of, callbox::seen_call;
using made_up::answered, made_up::sent;
using std::string, std::string_view;

struct clock_ { int now = 3; };
struct devices {
    int count = 7;
    int add(int more) { return count += more; }
};
struct alarms {
    int rung = 0;
    int ring() { return ++rung; }
};
struct floor_ : clock_, devices {
    alarms own;
    int hooked = 0;
    alarms& watching() { return own; }
    int hour() { return now; }
};
struct house {
    int number = 12;
    devices cellar;
    floor_ first;
    callbox::topic<int> opened;
};

int count(devices& d, const caller& from) { return d.count + static_cast<int>(from.user.size()); }
int number(house& h) { return h.number; }
void note(floor_& f, const seen_call&) { ++f.hooked; }
devices& cellar_of(house& h) { return h.cellar; }

constexpr api device_methods{
    method<"devices.add", &devices::add>("Adds.", "more"),
    method<"devices.count", count>("How many."),
};
constexpr api alarm_methods{method<"alarms.ring", &alarms::ring>("Rings.")};
// The state of add() is a base of floor_, and not its first.
constexpr api floor_methods{
    method<"floor.add", &devices::add>("Adds.", "more"),
    method<"floor.hour", &floor_::hour>("The hour."),
};
constexpr api floor_table = floor_methods + of<&floor_::watching>(alarm_methods);
constexpr api noting = callbox::with<floor_table>(callbox::before<note>);
constexpr api house_methods{
    method<"number", number>("The number."),
    callbox::event<"opened", &house::opened>("A door opened."),
};
constexpr api methods = house_methods + of<cellar_of>(device_methods) + of<&house::first>(noting);

string result_of(house& h, string_view name, string_view params = "[]") {
    return callbox::answer(methods, h, sent(name, params));
}

Test(rpc_module, functions_get_their_part_of_the_state) {
    house h;
    h.cellar.count = 20;
    cr_expect(result_of(h, "devices.add", "[2]") == answered("22"));
    cr_expect(result_of(h, "devices.count") == answered("22"));
    cr_expect(result_of(h, "number") == answered("12"));
    cr_expect(h.cellar.count == 22 && h.first.count == 7);
}

Test(rpc_module, functions_of_a_base_get_the_deriving_object) {
    house h;
    cr_expect(result_of(h, "floor.add", "[1]") == answered("8"));
    cr_expect(h.first.count == 8 && h.first.now == 3);
    cr_expect(result_of(h, "floor.hour") == answered("3"));
}

Test(rpc_module, hooks_get_the_state_of_their_own_table) {
    house h;
    cr_expect(result_of(h, "alarms.ring") == answered("1"));
    cr_expect(result_of(h, "alarms.ring") == answered("2"));
    cr_expect(result_of(h, "floor.add", "[1]") == answered("8"));
    cr_expect(h.first.own.rung == 2 && h.first.hooked == 3, "%d %d", h.first.own.rung,
              h.first.hooked);
}

Test(rpc_module, typed_calls_know_the_types_of_a_part) {
    house h;
    callbox::test::client<methods> client(h);
    const callbox::result<int> sum = client.call<"devices.add">(5);
    cr_assert(sum && *sum == 12);
}

// A learnt request takes the fast path.
Test(rpc_module, repeated_calls_get_their_part_too) {
    house h;
    callbox::answerer answers(methods, h);
    for (int i = 1; i <= 5; ++i)
        cr_expect(answers.answer(sent("devices.add", "[1]")) ==
                  answered(std::to_string(7 + i)), "%d", i);
}

struct user { int id; };
user log_in(house& h, const seen_call&) { return {h.number}; }
int who(devices& d, const user& asks) { return d.count * 100 + asks.id; }
constexpr api asking{method<"devices.who", who>("Who asks.")};
constexpr api asking_in_house = of<&house::cellar>(asking);
constexpr api logged_in = callbox::with<asking_in_house>(callbox::before<log_in>);

Test(rpc_module, functions_of_a_part_take_the_value_of_a_hook_of_the_whole) {
    house h;
    cr_expect(callbox::answer(logged_in, h, sent("devices.who", "[]")) == answered("712"));
}

constexpr api apart = of<&house::cellar>(device_methods);
constexpr api ping_methods{method<"ping", [](int n) { return n; }>("Pings.", "n")};
constexpr api ping_twin{method<"ping", [] { return 2; }>("Pings.")};
constinit const module device_module = apart;
constinit const module house_module = house_methods;
constinit const module ping_module = ping_methods;
constinit const module twin_module(ping_twin, "twin.cpp", 5);
constinit const module bare_module(device_methods, "bare.cpp", 6);

template <class... M> string why_not(const M&... modules) {
    try {
        join(modules...);
    } catch (const std::logic_error& refused) {
        return refused.what();
    }
    return "";
}

Test(rpc_module, joined_modules_are_one_table) {
    house h;
    const joined all = join(device_module, ping_module, house_module);
    const callbox::bound_table served(all, h);
    cr_expect(callbox::answer(served, sent("devices.add", "[3]")) == answered("10"));
    cr_expect(callbox::answer(served, sent("ping", R"({"n":4})")) == answered("4"));
    cr_expect(callbox::answer(served, sent("number", "[]")) == answered("12"));
    cr_expect(callbox::answer(served, sent("ping", R"(["x"])")).find(R"("param":"n")") !=
              string::npos);
    cr_assert(all.rows.size() == 5);
    cr_expect(std::is_sorted(all.rows.begin(), all.rows.end(),
                             [](const auto& a, const auto& b) { return a.name < b.name; }));
    for (const callbox::row& each : all.rows) cr_expect(all.find(each.name) == &each);
    cr_expect(all.params_of(*all.find("devices.add"))[0].name == "more");
}

Test(rpc_module, a_joined_table_can_be_moved_and_may_be_empty) {
    joined first = join(ping_module);
    const joined second = std::move(first);
    cr_expect(callbox::answer(second, sent("ping", "[4]")) == answered("4"));
    const joined none = join();
    cr_expect(none.find("ping") == nullptr);
}

Test(rpc_module, two_methods_with_one_name_are_refused_with_their_places) {
    const string why = why_not(ping_module, twin_module);
    cr_expect(why.find("module_test.cpp:") != string::npos, "%s", why.c_str());
    cr_expect(why.ends_with(" and twin.cpp:5 both have a method ping"), "%s", why.c_str());
    cr_expect(why_not(ping_module, device_module) == "");
}

Test(rpc_module, two_states_are_refused_with_their_places) {
    cr_expect(why_not(ping_module, device_module, bare_module)
                  .ends_with(" and bare.cpp:6 take different states"));
    floor_ other;
    const joined all = join(device_module);
    cr_assert_throw(callbox::bound_table(all, other), std::logic_error);
    cr_assert_throw(callbox::bound_table{all}, std::logic_error);
    const joined free = join(ping_module);
    cr_expect(callbox::bound_table(free, other).rows.size() == free.rows.size());
}

Test(rpc_module, a_program_of_joined_modules_has_a_state_or_makes_one,
     .init = cr_redirect_stdout) {
    house h;
    floor_ other;
    const joined all = join(device_module, ping_module);
    const callbox::setting<bool> flag("--big", "many rooms");
    const callbox::made_by made([](bool) { return house(); }, flag);
    const callbox::made_by others([](bool) { return clock_(); }, flag);
    string program = "house", command = "list";
    std::array<char*, 3> words{program.data(), command.data(), nullptr};
    cr_expect(callbox::run(all, h, 2, words.data()) == 0);
    cr_expect(callbox::run(all, h, 2, words.data(), callbox::options()) == 0);
    cr_expect(callbox::run(all, made, 2, words.data()) == 0);
    cr_assert_throw((void)callbox::run(all, other, 2, words.data()), std::logic_error);
    cr_assert_throw((void)callbox::run(all, others, 2, words.data()), std::logic_error);
}

Test(rpc_module, joined_modules_have_at_most_65534_methods) {
    std::vector<string> names;
    for (int i = 0; i < 65'535; ++i) names.push_back("m" + std::to_string(i));
    std::vector<callbox::row> all(names.size(), ping_module.rows[0]);
    for (std::size_t i = 0; i < all.size(); ++i) all[i].name = names[i];
    module most = ping_module;
    most.rows = {std::span<const callbox::row>(all).first(65'534), {}};
    const joined made = join(most);
    cr_expect(made.rows.size() == 65'534 && made.find("m65533")->name == "m65533");
    most.rows = {all, {}};
    cr_expect(why_not(most) == "the modules have more than 65534 methods");
}

}}  // namespace module_test
