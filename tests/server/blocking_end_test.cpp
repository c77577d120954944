// How a server ends that has slow calls: it waits for all that were received, but not for ever.
#include "blocking.hpp"

#include <criterion/redirect.h>

#include <signal.h>
#include <sys/un.h>
#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

#include <deque>
#include <string>
#include <thread>
#include <utility>

namespace blocking_end_test { namespace {

using namespace slow;

constexpr std::string_view given_up =
    "callbox: abandoned running calls of blocking methods: ";

bool ends_with_the_answer(client& caller, std::string_view result) {
    const wire::answer got = caller.next();
    const std::string* connection = got.field("Connection");
    return got.body == answered(result) && connection != nullptr && *connection == "close";
}

callbox::fd connected(const std::string& address) {
    callbox::fd made(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un to{};
    to.sun_family = AF_UNIX;
    address.copy(to.sun_path, sizeof to.sun_path - 1, 5);
    const bool well =
        ::connect(made.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
    return well ? std::move(made) : callbox::fd();
}

void expect_goes_on(program& server) {
    std::this_thread::sleep_for(30ms);
    cr_expect(server.running());
}

// It ends long before the calls would, with status 1 and that line.
void expect_given_up(program& server, const std::string& line) {
    const auto begin = std::chrono::steady_clock::now();
    const std::string fault = server.stop();
    cr_expect(std::chrono::steady_clock::now() - begin < 8s);
    cr_expect(fault.starts_with("the program ended with wait status 256:\n"), "%s", fault.c_str());
    cr_expect(fault.ends_with("\n" + line), "%s", fault.c_str());
}

TestSuite(server_blocking_end, .timeout = 30);

Test(server_blocking_end, calls_that_run_wait_or_are_not_awaited_are_made_at_sigterm) {
    program server(with(2, 8));
    std::deque<client> all;
    for (int i = 0; i < 3; ++i) all.emplace_back(server).call("hold", "[0]");
    client told(server);
    told.notify("hold", "[0]");
    cr_assert(begun(2));
    server.terminate();
    expect_goes_on(server);
    cr_expect(here.begun == 2);
    open(0);
    for (client& each : all) cr_expect(ends_with_the_answer(each, "0"));
    expect_end(server);
    cr_expect(here.ended == 4);
}

Test(server_blocking_end, notifications_alone_are_waited_for) {
    program server(with(1, 8, 2));
    client told(server);
    for (int i = 0; i < 3; ++i) {
        told.notify("hold", "[0]");
    }
    told.leave();
    server.terminate();
    expect_goes_on(server);
    open(0);
    expect_end(server);
    cr_expect(here.ended == 3);
}

Test(server_blocking_end, a_result_that_nobody_waits_for_is_waited_for_too) {
    program server(with(2, 8));
    client one(server), gone(server);
    cr_expect(has(one.ask("parked", "[0]"), "-32003"));
    begin(gone, "hold", "[0]", 2);
    gone.reset();
    server.terminate();
    expect_goes_on(server);
    open(0);
    expect_end(server);
}

Test(server_blocking_end, a_timeout_comes_in_time_while_it_drains) {
    program server(with(1, 8));
    client one(server);
    begin(one, "parked", "[0]");
    server.terminate();
    cr_expect(has(one.body(), "-32003"));
    open(0);
    expect_end(server);
}

Test(server_blocking_end, after_drain_timeout_ms_calls_are_given_up_and_their_callers_told) {
    program server(with(&callbox::limits::drain_timeout_ms, 60, with(2, 8, 2)));
    std::deque<client> all;
    for (int i = 0; i < 4; ++i) all.emplace_back(server).call("hold", "[0]");
    cr_assert(begun(2));
    expect_given_up(server, std::string(given_up) + "2\n");
    for (client& each : all) cr_expect(has(each.body(), "-32003"));
}

Test(server_blocking_end, a_second_signal_gives_calls_up_at_once) {
    program server(with(2, 8, 2));
    client one(server);
    begin(one, "hold", "[0]");
    cr_assert(::kill(server.pid(), SIGINT) == 0);
    std::this_thread::sleep_for(50ms);
    cr_assert(server.running());
    expect_given_up(server, std::string(given_up) + "1\n");
}

// In this process, so that what it leaves behind is seen.
Test(server_blocking_end, nothing_is_left_behind, .init = cr_redirect_stderr) {
    const place in;
    callbox::options how = with(16, 64, 2);
    how.listen = {in.address()};
    int status = -1;
    std::thread server([&] { status = serve(how); });
    const auto join = [&] { return connected(how.listen[0]); };
    cr_assert(until([&] { return static_cast<bool>(join()); }));
    for (int i = 0; i < 8; ++i) {
        client one(join()), gone(join()), told(join());
        gone.send(post(batch({sent("hold", "[0]", "1"), sent("repeat", "[100000]", "2")})));
        told.send(post(made_up::notified("echo", "[[1,2,3]]")));
        one.send(post(batch({sent("echo", "[1]"), sent("throws", "[]"), sent("echo", "[]")})));
        cr_expect(one.next().status == 200);
        one.call("repeat", "[1000000]");
        if (i % 2 == 0) gone.reset();
    }
    cr_expect(has(client(join()).ask("parked", "[0]"), "-32003"));
    client last(join());
    last.call("hold", "[0]", "9");
    (void)::raise(SIGTERM);
    std::this_thread::sleep_for(20ms);
    open(0);
    cr_expect(last.body() == answered("0", "9"));
    server.join();
    cr_expect(status == 0);
#if defined(__SANITIZE_ADDRESS__)
    cr_expect(__lsan_do_recoverable_leak_check() == 0);
#endif
}

}}  // namespace blocking_end_test
