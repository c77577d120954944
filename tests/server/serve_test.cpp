// Options that only who embeds callbox can give so, and a system that gives less than they need.
#include "blocking.hpp"
#include "support/failing.hpp"
#include "support/folder.hpp"
#include "support/no_copy.hpp"
#include "support/served.hpp"

#include <callbox/memory.hpp>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>

#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace serve_test { namespace {

using callbox::limits, callbox::options, slow::has, slow::with;
using namespace net_test;

// What it says where it can't start.
void expect_refusal(const options& how, const std::string& line,
                    int (*serve)(const options&) = slow::serve) {
    const wire::program server(how, serve);
    cr_expect(has(server.error(), "\ncallbox: " + line), "%s", server.error().c_str());
    cr_expect(!has(server.error(), "callbox: ready"));
}

const options many_connections = with(&limits::connections_max, 200, with(1, 1));
constexpr rlim_t few = 40;
int serve_with(rlim_t most, const options& how) {
    const rlimit files{.rlim_cur = few, .rlim_max = most};
    return ::setrlimit(RLIMIT_NOFILE, &files) == 0 ? slow::serve(how) : 2;
}

using place = support::folder;

TestSuite(server_serve, .timeout = 60);

Test(server_serve, an_option_that_means_nothing_is_named) {
    options mount = with(1, 1), user = mount, mode = mount, owner = mount, threads = with(0, 1);
    mount.mount = "api";
    expect_refusal(mount, "cannot mount at \"api\": a mount is segments like /api\n");
    user.user = "root";
    expect_refusal(user, "cannot switch to user \"root\": a user is numbers like 1000:100\n");
    mode.socket_mode = "rw";
    expect_refusal(mode, "cannot give a socket the mode \"rw\": a mode is like 0660\n");
    owner.socket_owner = "www";
    expect_refusal(owner, "cannot give a socket to \"www\": an owner is like 33:33\n");
    expect_refusal(threads, "cannot call blocking methods on 0 threads\n");
}

Test(server_serve, without_memory_it_does_not_start) {
    const std::string line = "cannot start: memory has run out\n";
    expect_refusal(with(&limits::memory_max, 1'000, with(1, 1)), line);
    const options dear = with(&options::log_to, support::no_copy(), with(1, 1));
    expect_refusal(dear, line, [](const options& all) {
        support::no_copy::runs_out = true;
        return slow::serve(all);
    });
}

// Neither what a method makes of its own is counted, nor anything when it does not serve any more.
Test(server_serve, memory_max_is_for_clients_while_it_serves) {
    const auto serve = [](const options& how) {
        constexpr callbox::api greedy{callbox::method<"much", [] {
            const callbox::json list(std::vector<int>(300'000, 7));
            const auto read = callbox::json::parse(std::string(list.text()));
            return read ? read->as<std::vector<int>>()->size() : 0;
        }>("")};
        const int status = callbox::serve(greedy, how);
        return callbox::memory::limit() == SIZE_MAX ? status : 9;
    };
    const options quiet = with(&limits::slow_ms, 0, with(1, 1));  // on a slow machine
    wire::served server(with(&limits::memory_max, 2 << 20, quiet), serve);
    slow::client one(server.connect());
    cr_expect(one.ask("much", "[]") == slow::answered("300000"));
    wire::expect_end(server);
}

Test(server_serve, without_threads_it_does_not_start) {
    const std::string why = ": Resource temporarily unavailable\n";
    const auto serve = [](const options& how) {
        return fail_calls(clone_fails(EAGAIN)) ? slow::serve(how) : 2;
    };
    expect_refusal(with(3, 1), "cannot start thread 1 of 3 for blocking methods" + why, serve);
    const auto serve_quick = [](const options& how) {
        constexpr callbox::api quick{callbox::thread_safe,
                                     callbox::method<"none", [] {}>("")};
        return fail_calls(clone_fails(EAGAIN)) ? callbox::serve(quick, how) : 2;
    };
    expect_refusal(with(1, 1, 4), "cannot start worker 2 of 4" + why, serve_quick);
}

Test(server_serve, as_many_files_may_be_open_as_connections_need) {
    rlimit now{};
    cr_assert(::getrlimit(RLIMIT_NOFILE, &now) == 0);
    if (now.rlim_max < 400) cr_skip("no 400 open files: ulimit -n");
    wire::served server(many_connections, [](const options& how) { return serve_with(400, how); });
    cr_assert(::prlimit(server.pid(), RLIMIT_NOFILE, nullptr, &now) == 0);
    cr_expect(now.rlim_cur >= 200 && now.rlim_cur <= 400, "%lu", now.rlim_cur);
    cr_expect(server.stop().empty());
}

Test(server_serve, that_fewer_may_be_open_is_one_line) {
    wire::served server(many_connections, [](const options& all) { return serve_with(few, all); });
    const std::string line =
        "callbox: fewer files may be open (40) than connections_max needs (";
    cr_expect(has(server.said(), line), "%s", server.said().c_str());
    server.terminate();
    cr_expect(slow::until([&] { return !server.running(); }));
}

// A host program has a thread for each; the second begins when the first listens.
Test(server_serve, a_second_one_beside_it_is_refused_in_one_line) {
    const place here;
    const options how = with(&options::listen, {here.address()}, with(1, 1));
    wire::served server(how, [](const options& all) {
        int first = 1;
        std::thread beside([&] { first = slow::serve(all); });
        slow::until([&] { return ::access(all.listen[0].c_str() + 5, F_OK) == 0; });
        const int second = slow::serve(with(1, 1));
        beside.join();
        return second == 1 ? first : 3;
    });
    const std::string line = "callbox: cannot start: another serve() runs in this process\n";
    cr_expect(slow::until([&] { return has(server.said(), line); }));
    cr_expect(server.stop().starts_with("on standard error: " + line), "it ends with 0");
}

Test(server_serve, it_is_stopped_in_a_thread_though_all_block_sigterm) {
    wire::served server(with(1, 1), [](const options& how) {
        sigset_t all;
        (void)::sigfillset(&all);
        (void)::pthread_sigmask(SIG_BLOCK, &all, nullptr);
        int status = 1;
        std::thread([&] { status = slow::serve(how); }).join();
        return status;
    });
    cr_expect(server.stop().empty(), "%s", server.said().c_str());
}

extern "C" void own_handler(int) {}

Test(server_serve, the_signals_of_its_host_are_afterwards_as_before) {
    wire::served server(with(1, 1), [](const options& how) {
        (void)::signal(SIGTERM, own_handler);
        (void)::signal(SIGHUP, SIG_IGN);
        sigset_t blocked;
        (void)::sigemptyset(&blocked);
        (void)::sigaddset(&blocked, SIGUSR1);
        (void)::pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
        if (slow::serve(how) != 0) return 3;
        (void)::pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
        const bool is_blocked = ::sigismember(&blocked, SIGUSR1) == 1;
        return is_blocked && ::signal(SIGTERM, SIG_DFL) == own_handler &&
                       ::signal(SIGHUP, SIG_DFL) == SIG_IGN &&
                       ::signal(SIGXFSZ, SIG_DFL) == SIG_DFL
                   ? 0 : 4;
    });
    cr_expect(server.stop().empty(), "%s", server.said().c_str());
}

Test(server_serve, a_signal_that_comes_as_soon_as_it_listens_stops_it_well) {
    const place here;
    options how = with(1, 1);
    how.listen = {here.address()};
    how.upgrade = true;  // which takes a while between
    how.program = {"/bin/true"};
    for (int round = 0; round < 10; ++round) {
        const pid_t child = ::fork();
        if (child == 0) {
            (void)::dup2(::open("/dev/null", O_WRONLY), STDERR_FILENO);
            ::_exit(slow::serve(how));
        }
        while (::access(here.path().c_str(), F_OK) == -1) {}
        cr_assert(::kill(child, SIGTERM) == 0);
        int status = -1;
        cr_expect(::waitpid(child, &status, 0) == child && status == 0, "%d", status);
    }
}

Test(server_serve, a_stack_that_is_too_small_is_told) {
    const options how = with(&limits::json_depth_max, callbox::json_depth_limit, with(1, 1));
    expect_refusal(how, "cannot start: json_depth_max 1024 requires ",
                   [](const options& all) {
                       rlimit most{};
                       (void)::getrlimit(RLIMIT_STACK, &most);
                       most.rlim_cur = 256 << 10;
                       return ::setrlimit(RLIMIT_STACK, &most) == 0 ? slow::serve(all) : 2;
                   });
}

}}  // namespace serve_test
