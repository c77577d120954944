// A program with slow methods that the test holds and lets go, and clients of it.
#pragma once

#include "talk.hpp"

#include "support/folder.hpp"
#include "support/kept_calls.hpp"
#include "support/program.hpp"
#include "support/served.hpp"
#include "support/transcript.hpp"
#include "support/until.hpp"
#include "support/with.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace slow {

using callbox::blocking, callbox::method;
using namespace std::chrono_literals;
using support::until, support::with;

// What the test and the program see together.
struct stage {
    std::atomic<int> begun = 0;  // calls of hold and parked
    std::atomic<int> ended = 0;
    std::atomic<int> alone = 0;  // of these, for whom nobody waited any more
    std::array<std::atomic<bool>, 8> open = {};  // the gates that they wait at
};
inline stage& here = *new (::mmap(nullptr, sizeof(stage), PROT_READ | PROT_WRITE,
                                  MAP_SHARED | MAP_ANONYMOUS, -1, 0)) stage;

inline void open(std::size_t gate) { here.open.at(gate) = true; }
// Whether so many calls have begun, after a while.
inline bool begun(int count) {
    return until([=] { return here.begun == count; });
}

inline std::size_t hold(std::uint8_t gate) {
    ++here.begun;
    until([&] { return here.open.at(gate).load(); });
    ++here.ended;
    return gate;
}
// The same, unless nobody waits for it.
inline std::size_t attend(const callbox::caller& who, std::uint8_t gate) {
    ++here.begun;
    until([&] { return who.gone() || here.open.at(gate).load(); });
    if (who.gone()) ++here.alone;
    ++here.ended;
    return gate;
}
inline callbox::json echo(callbox::json any) { return any; }
inline callbox::result<int> fail(int code) { return callbox::failure{code, "as it likes"}; }
inline int throws() { throw std::runtime_error("on purpose"); }
inline void nap(std::uint32_t ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }

// A thread must begin such a call within this time, also where others keep the processor busy.
inline constexpr auto parked_ms = 300ms;

inline constexpr callbox::api methods{
    callbox::thread_safe,
    method<"hold", hold>("Waits at a gate.", "gate", blocking),
    method<"parked", hold>("The same, not for long.", "gate", blocking,
                           callbox::timeout(parked_ms)),
    method<"attend", attend>("Waits while somebody waits for it.", "gate", blocking),
    method<"attend.parked", attend>("Not for long.", "gate", blocking,
                                    callbox::timeout(parked_ms)),
    method<"echo", echo>("Gives it back.", "any", blocking),
    method<"report", [](const callbox::caller& who) { who.progress(1, 2); }>("Reports.", blocking),
    method<"repeat", [](std::uint32_t n) { return std::string(n, 'x'); }>("", "count", blocking),
    method<"fail", fail>("Fails.", "code", blocking),
    method<"throws", throws>("Throws.", blocking),
    method<"slow.who", [] { return ::syscall(SYS_gettid); }>("The thread it runs on.", blocking),
    method<"who", [] { return ::syscall(SYS_gettid); }>("The thread of the loop."),
    method<"ping", [] { return std::string_view("pong"); }>("Answers pong."),
    method<"nap", nap>("Keeps the loop.", "ms"),
};

inline int serve(const callbox::options& how) { return callbox::serve(methods, how); }

inline callbox::options with(std::size_t threads, std::size_t queue, std::size_t workers = 1) {
    callbox::options how;
    how.listen = {"127.0.0.1:0"};
    how.workers = workers;
    how.limits.blocking_threads = threads;
    how.limits.blocking_queue_max = queue;
    how.limits.linger_timeout_ms = 20;
    return how;
}

struct program : wire::served {
    explicit program(const callbox::options& how) : wire::served(how, serve) {}
};
using wire::expect_end;

using made_up::answered, made_up::batch, made_up::sent, net_test::get, net_test::post;

// A connection. Answers are read when they are asked for.
class client {
public:
    explicit client(const program& server) : client(server.connect()) {}
    explicit client(callbox::fd socket) : socket_(std::move(socket)) {}

    void send(std::string_view bytes) {
        (void)::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    }
    void call(std::string_view method, std::string_view params, std::string_view id = "1") {
        send(post(sent(method, params, id)));
    }
    // And gets the answer that there is none.
    void notify(std::string_view method, std::string_view params) {
        cr_expect(status_of(post(made_up::notified(method, params))) == 204);
    }
    // Status 0 when the connection ends before there is one.
    wire::answer next() {
        wire::answer one;
        std::string fault;
        while (wire::take_answer(got_, false, one, fault) != wire::taken::done) {
            cr_expect(fault.empty(), "%s", fault.c_str());
            std::array<char, 16384> some;
            const bool comes = is_readable(5'000);
            const auto count = comes ? ::recv(socket_.get(), some.data(), some.size(), 0) : 0;
            if (count <= 0 || !fault.empty()) return {};
            got_.append(some.data(), static_cast<std::size_t>(count));
        }
        return one;
    }
    std::string body() { return next().body; }
    // The status of the answer to that.
    int status_of(std::string_view bytes) {
        send(bytes);
        return next().status;
    }
    std::string ask(std::string_view method, std::string_view params, std::string_view id = "1") {
        call(method, params, id);
        return body();
    }
    bool pings() { return ask("ping", "[]", R"("p")") == answered(R"("pong")", R"("p")"); }
    // Whether nothing has come so far.
    bool is_quiet() const { return got_.empty() && !is_readable(0); }

    void end() { (void)::shutdown(socket_.get(), SHUT_WR); }
    void leave() { socket_.close(); }
    // Leaves, so that the other side is told at once.
    void reset() {
        const linger at_once{.l_onoff = 1, .l_linger = 0};
        (void)::setsockopt(socket_.get(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        socket_.close();
    }

private:
    bool is_readable(int ms) const {
        pollfd one{socket_.get(), POLLIN, 0};
        return ::poll(&one, 1, ms) == 1;
    }

    callbox::fd socket_;
    std::string got_;
};

// Calls that, and waits until so many calls have begun.
inline void begin(client& by, std::string_view method, std::string_view params, int count = 1) {
    by.call(method, params);
    cr_assert(begun(count));
}

using place = support::folder;

inline bool has(std::string_view text, std::string_view part) {
    return text.find(part) != text.npos;
}

}  // namespace slow
