// Under any memory limit: a correct result, or none.
#include "base/fd.hpp"
#include "rpc/call_counters.hpp"
#include "rpc/dispatch.hpp"
#include "support/kept_calls.hpp"
#include "support/logs.hpp"
#include "support/methods.hpp"

#include <callbox/memory.hpp>

#include <criterion/criterion.h>

#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace memory_test { namespace {

namespace memory = callbox::memory;
using made_up::answered, made_up::batch, made_up::sent;

constexpr std::size_t step = 64;  // bytes; grows with the limit

// Suppresses the log lines of hundreds of incidents during its lifetime.
struct silence {
    int before = ::dup(STDERR_FILENO);
    silence() {
        const callbox::fd nowhere(::open("/dev/null", O_WRONLY));
        (void)::dup2(nowhere.get(), STDERR_FILENO);
    }
    ~silence() {
        (void)::dup2(before, STDERR_FILENO);
        (void)::close(before);
    }
    silence(const silence&) = delete;
    silence& operator=(const silence&) = delete;
};

// The result with that much more memory than in use; empty if it was not enough.
template <class Make> std::string made_with(std::size_t bytes, Make make) {
    memory::limit(memory::taken() + bytes);
    std::string got;
    try {
        got = make();
    } catch (const std::bad_alloc&) {
        got.clear();
    }
    memory::limit(SIZE_MAX);
    return got.find("\"message\":\"Internal error\"") == got.npos ? got : "";
}

// Raises the limit from zero until there is enough memory.
template <class Make> void expect_right_or_nothing(Make make, std::string_view what) {
    const std::string right = make();
    const std::size_t before = memory::taken();
    std::size_t bytes = 0;
    for (std::string got; got != right; bytes += step + bytes / 32) {
        got = made_with(bytes, make);
        cr_assert(got.empty() || got == right, "%.*s with %zu bytes: %s",
                  static_cast<int>(what.size()), what.data(), bytes, got.c_str());
        cr_assert(memory::taken() == before, "all memory is released");
        cr_assert(bytes < 4 << 20);
    }
    cr_assert(bytes > step, "no result without memory");
}

// A dispatcher as in a server: memory is counted, and calls are logged.
struct served {
    explicit served(const callbox::table& methods, callbox::rpc::executor* slow = nullptr)
        : counts(callbox::rpc::counted_methods(methods)),
          one(methods, &state, {}, log, slow, &counts) {
        log.log_calls(true);
    }

    std::string answer(std::string message) {
        out.clear();
        one.dispatch(message, out);
        if (out.overflowed()) throw std::bad_alloc();
        return std::string(out.view());
    }

    sample::counter state;
    support::quiet_log log;
    callbox::rpc::call_counters counts;
    callbox::rpc::dispatcher one;
    callbox::bytes out{memory::budget::clients};
};

callbox::json same(callbox::json any) { return any; }

std::vector<std::string> messages() {
    const std::string text(3'000, 'x'), ping = sent("ping", "[]");
    return {
        sent("same.json", "[[\"" + text + "\"]]"),
        sent("same.lists", R"({"lists":[["a",1],{"b":[]}],")" + text + R"(":1})"),
        sent("same.list", "[]"),
        R"({"jsonrpc":"2.0","method":1,"id":")" + text + "\"}",
        "[" + ping + "," + ping + ",1," + sent("rpc.discover", "[]") + "]",
        "[1,2,3",
    };
}

Test(rpc_memory, a_message_is_answered_right_or_not_at_all) {
    const silence here;
    for (const std::string& each : messages())
        expect_right_or_nothing([&] { return served(sample::table()).answer(each); },
                                each.substr(0, 60));
}

Test(rpc_memory, one_that_answers_several_goes_on_after_that) {
    const silence here;
    const std::string ping = sent("ping", "[]");
    for (const std::string& each : messages()) {
        served kept(sample::table());
        const std::string right = served(sample::table()).answer(each);
        std::string got;
        for (std::size_t bytes = 0; got != right; bytes += step + bytes / 32) {
            got = made_with(bytes, [&] { return kept.answer(each); });
            cr_assert(got.empty() || got == right, "%s", got.c_str());
            cr_assert(kept.answer(ping) == answered(R"("pong")"));
        }
    }
}

Test(rpc_memory, calls_elsewhere_are_answered_right_or_not_at_all) {
    constexpr callbox::api slow{
        callbox::thread_safe,
        callbox::method<"slow", same>("", "any", callbox::blocking),
        callbox::method<"quick", same>("", "any"),
    };
    const std::string text = "[\"" + std::string(3'000, 'x') + "\"]";
    const silence here;
    const auto make = [&] {
        std::string both = batch({sent("slow", text), sent("quick", text)});
        made_up::kept_calls there;
        served own(slow, &there);
        callbox::bytes& out = own.out;
        if (!own.one.dispatch(both, out).waits) return std::string(out.view());
        const auto rest = own.one.take_pending();
        auto what = std::make_unique<callbox::rpc::deferred_result>();
        what->response.append(there.all[0].request);
        rest->fill(1, std::move(what));
        out.clear();
        (void)rest->append_to(out);
        if (out.overflowed()) throw std::bad_alloc();
        return std::string(out.view());
    };
    expect_right_or_nothing(make, "a batch");
}

Test(rpc_memory, a_call_that_memory_runs_out_for_no_longer_runs) {
    constexpr callbox::api slow{
        callbox::thread_safe,
        callbox::method<"slow", same>("", "any", callbox::blocking),
        callbox::method<"quick", same>("", "any"),
    };
    made_up::kept_calls there;
    there.room = 0;
    there.memory = false;
    served own(slow, &there);
    for (int i = 0; i < 2; ++i) {
        cr_assert_throw((void)own.answer(sent("slow", "[1]")), std::bad_alloc);
        cr_assert(own.answer(sent("quick", "[1]")) == answered("1"));
    }
}

}}  // namespace memory_test
