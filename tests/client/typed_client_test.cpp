// callbox::client with callbox::server: the same interface as callbox::test::client.
#include "server/hosted.hpp"
#include "support/folder.hpp"

#include <callbox/callbox.hpp>
#include <callbox/client.hpp>
#include <callbox/test.hpp>

#include <criterion/criterion.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace typed_client_test { namespace {

namespace called {

using callbox::arg, callbox::method, callbox::named;

struct notes {
    std::atomic<int> count = 0;
};

inline std::int64_t add(std::int64_t a, std::int64_t b) { return a + b; }
inline std::string hello(std::string_view name) { return "Hello, " + std::string(name); }
inline callbox::result<void> check(bool good) {
    if (!good) return callbox::failure{8, "not good", callbox::json(std::vector{1, 2})};
    return {};
}
inline void note(notes& n, int more) { n.count += more; }
inline std::string who(const callbox::caller& c) { return std::string(c.token); }
inline double half(double d) { return d / 2; }
inline int slow() {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    return 1;
}

constexpr callbox::api methods{
    callbox::thread_safe,
    method<"math.add", add>("", "a", arg("b") = 1),
    method<"hello", hello>("", arg("name").length(1, 9)),
    method<"check", check>("", "good", callbox::fails(8, "not good")),
    method<"note", note>("", "more"),
    method<"who", who>(""),
    method<"half", half>("", "d"),
    method<"slow", slow>("", callbox::blocking),
};
using client = callbox::client<methods>;

struct fixture {
    notes state;
    callbox::server server;
    hosted::running runs;
    client api;
    explicit fixture(callbox::options server_options = hosted::at(),
                     callbox::client_options options = {})
        : server(methods, state, server_options), runs(server),
          api(url(runs.where[0]), std::move(options)) {}
    static std::string url(const std::string& where) {
        return where.starts_with("unix:") ? where + ":/api" : "http://" + where + "/api";
    }
};

// Used with both clients: their behaviour does not depend on the transport.
template <class Client> void use(Client& api, const notes& state) {
    const callbox::result<std::int64_t> sum = api.template call<"math.add">(INT64_MAX, 0);
    cr_expect(*sum == INT64_MAX, "exact");
    cr_expect(*api.template call<"math.add">(named<"b">(3), named<"a">(2)) == 5);
    cr_expect(*api.template call<"math.add">(2) == 3, "a default");
    cr_expect(*api.template call<"hello">("Ada \"\n\xc3\xa4") == "Hello, Ada \"\n\xc3\xa4");

    const callbox::result<void> failed = api.template call<"check">(false);
    cr_assert(!failed && failed.error().data);
    cr_expect(failed.error().code == 8 && failed.error().message == "not good");
    cr_expect(failed.error().data->text() == "[1,2]");
    cr_expect(api.template call<"hello">("longer than nine").error().code == -32602);
    cr_assert(api.argument_errors().size() == 1);
    cr_expect(api.argument_errors()[0].path == "/0");

    cr_expect(api.template call<"half">(NAN).error().message ==
              "half: JSON cannot represent an argument");
    cr_expect(static_cast<bool>(api.template notify<"note">(4)));
    cr_expect(hosted::until([&] { return state.count == 4; }));

    auto [a, b, c, d] = api.batch(api.template of<"math.add">(1, 2), api.template of<"check">(true),
                                  api.template of<"hello">(""),
                                  api.template of<"math.add", callbox::json>(named<"a">(5)));
    static_assert(std::same_as<decltype(b), callbox::result<void>>);
    cr_expect(*a == 3 && b && d->text() == "6");
    cr_assert(!c && c.error().code == -32602);
    cr_expect(callbox::argument_errors_of(c.error()).size() == 1);
    cr_expect(api.argument_errors().empty());
    auto [e, f] = api.batch(api.template of<"half">(HUGE_VAL), api.template of<"note">(1));
    cr_expect(e.error().message == "half: JSON cannot represent an argument");
    cr_expect(f.error().message ==
              "note: not sent: JSON cannot represent an argument of another call");
    cr_expect(state.count == 4);
}

}  // namespace called

using called::fixture;
namespace transport = callbox::transport;

TestSuite(client_typed_client, .timeout = 60);

Test(client_typed_client, it_calls_a_server_as_a_test_calls_its_table) {
    fixture with;
    called::use(with.api, with.state);
    called::notes own;
    callbox::test::client<called::methods> tested(own);
    called::use(tested, own);
}

Test(client_typed_client, it_calls_through_a_unix_socket) {
    const support::folder in;
    fixture with(hosted::at(in.address()));
    called::use(with.api, with.state);
}

Test(client_typed_client, a_token_is_sent_and_a_missing_one_is_an_error) {
    const support::folder in;
    callbox::options options = hosted::at();
    options.token_file = in.put("tokens", "ada a-token-of-the-test *\n");
    fixture with(options, {.token = "a-token-of-the-test"});
    cr_expect(*with.api.call<"who">() == "ada");
    called::client anonymous(fixture::url(with.runs.where[0]));
    for (int i = 0; i < 2; ++i) {
        const auto got = anonymous.call<"who">();
        cr_assert(!got);
        cr_expect(got.error().code == transport::unauthorized);
        cr_expect(got.error().message.find("401 Unauthorized: ") != std::string::npos, "%s",
                  got.error().message.c_str());
        cr_expect(anonymous.notify<"note">(1).error().code == transport::unauthorized);
    }
}

Test(client_typed_client, a_call_that_takes_too_long_times_out_and_the_next_succeeds) {
    fixture with(hosted::at(), {.timeout_ms = 100});
    cr_expect(with.api.call<"slow">().error().code == transport::timed_out);
    cr_expect(*with.api.call<"math.add">(1, 2) == 3);
}

Test(client_typed_client, a_request_that_is_too_long_is_an_error) {
    callbox::options options = hosted::at();
    options.limits.request_bytes_max = 4096;
    fixture with(options);
    const std::string longer(1 << 20, 'x');
    const auto got = with.api.call<"hello">(longer);
    cr_assert(!got);
    cr_expect(got.error().code == transport::too_large, "%s", got.error().message.c_str());
    cr_expect(*with.api.call<"math.add">(1, 2) == 3);
}

Test(client_typed_client, it_survives_a_server_restart) {
    const support::folder in;
    called::client api(in.address() + ":/api");
    for (int i = 0; i < 3; ++i) {
        fixture with(hosted::at(in.address()));
        cr_expect(*api.call<"math.add">(i, 2) == i + 2);
    }
    cr_expect(api.call<"math.add">(1).error().code == transport::cannot_connect);
}

Test(client_typed_client, clients_of_several_threads_are_independent) {
    fixture with;
    std::atomic<int> right = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            called::client own(fixture::url(with.runs.where[0]));
            for (int i = 0; i < 50; ++i) right += *own.call<"math.add">(t, i) == t + i;
        });
    for (std::thread& each : threads) each.join();
    cr_expect(right == 200);
}

}}  // namespace typed_client_test
