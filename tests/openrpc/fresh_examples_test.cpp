// Examples of methods that change their state: each call finds the initial state.
#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <mutex>
#include <set>
#include <string>

namespace fresh_examples_test { namespace {

using callbox::example, callbox::method;

struct store {
    std::mutex guard;  // makes it neither movable nor copyable
    std::set<std::string> names{"bread"};
    int asked = 0;

    callbox::result<std::size_t> create(const std::string& name) {
        if (!names.insert(name).second) return callbox::failure{1, "already exists"};
        return names.size();
    }
    int count() { return ++asked; }
};

constexpr callbox::api methods{
    method<"create", &store::create>("Adds.", "name", callbox::fails(1, "already exists"),
                                     example({"milk"}, 2), example({"salt"}, 2)),
    method<"count", &store::count>("Counts.", example({}, 1)),
};
constexpr callbox::api wrong{
    method<"count", &store::count>("Counts.", example({}, 2)),
};

store make() { return {}; }

Test(openrpc_fresh_examples, an_example_finds_the_state_as_it_was_made) {
    for (const auto& line : callbox::failing_examples(methods, make))
        cr_expect(false, "%s", line.c_str());
    for (const auto& line : callbox::failing_examples(methods, [] { return store(); }))
        cr_expect(false, "%s", line.c_str());
}

Test(openrpc_fresh_examples, with_one_state_they_would_find_what_others_left) {
    store one;
    cr_expect(callbox::failing_examples(methods, one).size() == 4);
    cr_expect(one.names.size() == 3 && one.asked == 2);
}

Test(openrpc_fresh_examples, each_call_makes_one_state) {
    int made = 0;
    (void)callbox::failing_examples(methods, [&made]() -> store { return ++made, store(); });
    cr_expect(made == 6, "by name and by position: %d", made);
}

Test(openrpc_fresh_examples, a_failing_one_is_reported_by_name_and_by_position) {
    const auto failing = callbox::failing_examples(wrong, make);
    cr_assert(failing.size() == 2);
    cr_expect(failing[0].find(R"("result":1)") != std::string::npos, "%s", failing[0].c_str());
    cr_expect(failing[1] == R"({"jsonrpc":"2.0","method":"count","params":[],"id":1}: expected )"
                            R"({"jsonrpc":"2.0","result":2,"id":1}, got )"
                            R"({"jsonrpc":"2.0","result":1,"id":1})", "%s", failing[1].c_str());
}

}}  // namespace fresh_examples_test
