// callbox::server: where it listens, when it can't, and how it ends.
#include "hosted.hpp"
#include "support/folder.hpp"
#include "support/ipv6.hpp"
#include "support/memory_limit.hpp"

#include <callbox/memory.hpp>

#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <optional>

namespace server_test { namespace {

using callbox::blocking, callbox::limits, callbox::method, callbox::options, callbox::server;
using namespace hosted;

std::atomic<int> begun = 0;
std::atomic<int> told = 0;  // calls of attend that nobody waited for any more
std::atomic<bool> is_open = false;

int add(int a, int b) { return a + b; }
std::string name() { return "first"; }
std::string other_name() { return "second"; }
int count(int& state) { return ++state; }
std::string hold() {
    ++begun;
    until([] { return is_open.load(); });
    return "held";
}
bool attend(const callbox::caller& who) {
    ++begun;
    const bool is_told = until([&] { return who.gone(); });
    if (is_told) ++told;
    return is_told;
}

constexpr callbox::api first{callbox::thread_safe, method<"add", add>("", "a", "b"),
                             method<"name", name>("")};
constexpr callbox::api second{method<"name", other_name>("")};
constexpr callbox::api counting{method<"count", count>("")};
constexpr callbox::api slow{callbox::thread_safe, method<"hold", hold>("", blocking),
                            method<"attend", attend>("", blocking)};

void expect_refusal(const options& how, std::string_view line) {
    server one(first, how);
    const std::string said = one.start();
    cr_expect(said == line, "%s", said.c_str());
    cr_expect(one.addresses().empty() && one.admin_addresses().empty());
}

// A server that gives calls 30 ms to end, and a call that it has begun.
struct calling {
    server one{slow, with(&limits::drain_timeout_ms, 30, at())};
    running now{one};
    std::thread client;

    explicit calling(const char* method) : client([=, this] { (void)ask(now.where[0], method); }) {
        cr_assert(until([] { return begun == 1; }));
    }
    void stop() {
        one.stop();
        now.end();
        client.join();
    }
};

std::string port_of(const std::string& address) { return address.substr(address.rfind(':')); }

TestSuite(server_server, .timeout = 60);

Test(server_server, two_serve_different_tables_at_the_same_time) {
    int state = 0;
    server a(first, at()), b(second, at()), c(counting, state, at());
    const running one(a), two(b), three(c);
    cr_assert(one.where.size() == 1 && two.where.size() == 1 && one.where != two.where);
    for (int i = 1; i <= 20; ++i) {
        cr_expect(ask(one.where[0], "add", "[2,3]") == result("5"));
        cr_expect(ask(one.where[0], "name") == result(R"("first")"));
        cr_expect(ask(two.where[0], "name") == result(R"("second")"));
        cr_expect(ask(three.where[0], "count") == result(std::to_string(i)));
    }
    cr_expect(ask(two.where[0], "add", "[2,3]").find("-32601") != std::string::npos);
}

Test(server_server, one_may_end_while_another_serves) {
    server a(first, at()), b(second, at());
    running one(a), two(b);
    a.stop();
    one.end();
    cr_expect(one.said.empty(), "%s", one.said.c_str());
    cr_expect(is_refused(ask(one.where[0], "name")));
    cr_expect(ask(two.where[0], "name") == result(R"("second")"));
}

Test(server_server, one_after_the_other_at_the_same_address) {
    std::string address = "127.0.0.1:0";
    for (int i = 0; i < 3; ++i) {
        server one(first, at(address));
        const running now(one);
        cr_expect(ask(now.where[0], "name") == result(R"("first")"));
        address = now.where[0];
    }
}

Test(server_server, it_may_be_started_again_when_run_has_returned) {
    server one(first, at());
    cr_expect(one.addresses().empty());
    for (int i = 0; i < 3; ++i) {
        running now(one);
        cr_expect(ask(now.where[0], "name") == result(R"("first")"));
        one.stop();
        now.end();
        cr_expect(now.said.empty() && one.addresses().empty());
    }
}

Test(server_server, an_address_in_use_is_one_line_and_start_may_be_tried_again) {
    auto holder = std::make_unique<server>(second, at());
    cr_assert(holder->start().empty());
    const std::string address = holder->addresses().front();
    server one(first, at(address));
    const std::string line = "cannot listen on " + address + ": Address already in use";
    for (int i = 0; i < 3; ++i) {
        const std::string said = one.start();
        cr_expect(said == line, "%s", said.c_str());
        cr_expect(one.addresses().empty());
    }
    holder.reset();
    const running now(one);
    cr_expect(now.where.front() == address);
    cr_expect(ask(address, "name") == result(R"("first")"));
}

// The first address is open when the second fails: it must be closed again.
Test(server_server, what_start_has_opened_is_closed_when_it_fails) {
    server holder(second, at());
    cr_assert(holder.start().empty());
    options how = at();
    how.listen = {"127.0.0.1:0", holder.addresses().front()};
    const support::folder place;
    how.listen.insert(how.listen.begin(), place.address());
    server one(first, how);
    cr_expect(!one.start().empty());
    cr_expect(!place.exists());
}

Test(server_server, a_wrong_option_is_one_line) {
    const limits large{.header_bytes_max = callbox::header_bytes_limit + 1};
    const std::pair<options, const char*> rows[] = {
        {at("127.0.0.1"), "cannot listen on 127.0.0.1: expected 127.0.0.1:8080, [::1]:8080, "
                          ":8080, unix:/path or fd:3"},
        {at("unix:/nowhere/at/all/s"),
         "cannot listen on unix:/nowhere/at/all/s: No such file or directory"},
        {with(&options::listen, {}), "there is no address to listen on"},
        {with(&options::mount, "api", at()),
         "cannot mount at \"api\": a mount is segments like /api"},
        {with(&options::workers, callbox::workers_max + 1, at()),
         "cannot run 257 workers: there are at most 256"},
        {with(&limits::blocking_threads, 0, at()), "cannot call blocking methods on 0 threads"},
        {with(&options::limits, large, at()), "cannot read heads of more than 65536 bytes"},
        {with(&options::token_file, "/nowhere", at()),
         "the token file /nowhere: No such file or directory"},
        {with(&limits::memory_max, 1'000, at()), "cannot start: memory has run out"},
    };
    for (const auto& [how, line] : rows) expect_refusal(how, line);
    cr_expect(callbox::memory::limit() == SIZE_MAX);
}

Test(server_server, what_changes_the_whole_process_is_refused) {
    using callbox::sandbox_mode;
    const std::string log = "/tmp/callbox-test-never-made";
    const std::pair<options, std::string> rows[] = {
        {with(&options::user, "1000", at()), "user"},
        {with(&options::sandbox, sandbox_mode::where_possible, at()), "sandbox"},
        {with(&options::sandbox, sandbox_mode::on, at()), "sandbox"},
        {with(&options::upgrade, true, at()), "upgrade"},
        {with(&options::log_file, log, at()), "log_file"},
    };
    for (const auto& [how, name] : rows)
        expect_refusal(how, "cannot start: options::" + name +
                                " is for a whole process, which serve() and run() have");
    cr_expect(::access(log.c_str(), F_OK) == -1);
}

Test(server_server, it_listens_at_each_address_of_each_kind) {
    const support::folder place;
    options how = at();
    how.listen = {"127.0.0.1:0", place.address(), "localhost:0"};
    how.admin_listen = {"127.0.0.1:0"};
    how.workers = 2;
    {
        server one(first, how);
        const running now(one);
        cr_assert(now.where.size() == how.listen.size());
        for (const std::string& each : now.where)
            cr_expect(ask(each, "name") == result(R"("first")"), "%s", each.c_str());
        cr_expect(now.where[1] == place.address() && place.exists());
        cr_assert(one.admin_addresses().size() == 1);
        cr_expect(port_of(one.admin_addresses()[0]) != port_of(now.where[0]));
        cr_expect(ask(one.admin_addresses()[0], "name") != result(R"("first")"));
    }
    cr_expect(!place.exists());
}

Test(server_server, it_listens_at_an_address_of_ipv6) {
    if (!support::has_ipv6()) cr_skip("no IPv6 here");
    server one(first, at("[::1]:0"));
    const running now(one);
    cr_assert(now.where.size() == 1);
    cr_expect(now.where[0].starts_with("[::1]:") && now.where[0] != "[::1]:0");
    cr_expect(ask(now.where[0], "name") == result(R"("first")"));
}

Test(server_server, stop_before_run_and_before_start_ends_the_next_run_at_once) {
    server one(first, at());
    one.stop();
    cr_assert(one.start().empty());
    cr_expect(one.run().empty());
    cr_assert(one.start().empty());
    one.stop();
    one.stop();
    cr_expect(one.run().empty());
    const running now(one);  // neither of them is left over
    std::this_thread::sleep_for(20ms);
    cr_expect(!now.has_ended);
    cr_expect(ask(now.where[0], "name") == result(R"("first")"));
}

Test(server_server, a_server_that_never_ran_only_closes) {
    std::optional<server> one(std::in_place, first, at());
    cr_assert(one->start().empty());
    const std::string address = one->addresses().front();
    one.reset();
    cr_expect(is_refused(ask(address, "name")));
    const server never(first, at());
}

Test(server_server, stop_lets_calls_that_run_be_answered_however_often_it_comes) {
    server one(slow, at());
    running now(one);
    std::string got;
    std::thread client([&] { got = ask(now.where[0], "hold"); });
    cr_assert(until([] { return begun == 1; }));
    for (int i = 0; i < 5; ++i) one.stop();
    std::this_thread::sleep_for(30ms);
    cr_expect(!now.has_ended);
    is_open = true;
    client.join();
    now.end();
    cr_expect(got == result(R"("held")"), "%s", got.c_str());
    cr_expect(now.said.empty() && one.running() == 0);
}

Test(server_server, a_function_that_does_not_end_is_told_and_the_destructor_waits_for_it) {
    std::atomic<bool> is_gone = false;
    auto it = std::make_unique<calling>("hold");
    it->stop();
    const std::string line = "calls of blocking methods still run: 1";
    cr_expect(it->now.said == line && it->one.running() == 1, "%s", it->now.said.c_str());
    const std::string again = it->one.start();
    cr_expect(again == "cannot start: " + line, "%s", again.c_str());
    std::thread end([&] {
        it.reset();
        is_gone = true;
    });
    std::this_thread::sleep_for(50ms);
    cr_expect(!is_gone);
    is_open = true;
    end.join();
}

Test(server_server, when_the_function_has_returned_it_may_be_started_again) {
    calling it("hold");
    it.stop();
    cr_expect(it.one.running() == 1);
    is_open = true;
    cr_assert(until([&] { return it.one.running() == 0; }));
    it.one.stop();  // it ends the next
    cr_assert(it.one.start().empty());
    cr_expect(it.one.run().empty());
}

Test(server_server, a_function_that_asks_is_told_that_its_client_is_given_up) {
    calling it("attend");
    it.stop();
    cr_expect(until([] { return told == 1; }));
    cr_expect(until([&] { return it.one.running() == 0; }));
}

Test(server_server, servers_share_the_sum_of_their_memory) {
    const options how = with(&limits::memory_max, 64 << 20, at());
    server a(first, how), b(first, how);
    cr_assert(a.start().empty());
    cr_expect(callbox::memory::limit() == 64 << 20);
    cr_assert(b.start().empty());
    cr_expect(callbox::memory::limit() == 128 << 20);
    a.stop();
    cr_expect(a.run().empty());
    cr_expect(callbox::memory::limit() == 64 << 20);
    b.stop();
    cr_expect(b.run().empty());
    cr_expect(callbox::memory::limit() == SIZE_MAX);
}

Test(server_server, parts_of_the_memory_that_no_number_holds_are_no_limit) {
    const support::memory_limit before(1'000);
    {
        const callbox::memory::part a(SIZE_MAX - 1);
        {
            const callbox::memory::part b(SIZE_MAX), c(5);
            cr_expect(callbox::memory::limit() == SIZE_MAX);
        }
        cr_expect(callbox::memory::limit() == SIZE_MAX - 1);
    }
    cr_expect(callbox::memory::limit() == 1'000);
}

}}  // namespace server_test
