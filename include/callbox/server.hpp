// callbox/server.hpp - a server as a part of a program that does other things too.
//
//     callbox::server s(methods, how);  // options how; how.listen = {"127.0.0.1:0"};
//     if (std::string why = s.start(); !why.empty()) return fail(why);
//     announce(s.addresses().front());  // "127.0.0.1:40123"
//     s.run();                          // until another thread or a signal handler calls s.stop()
//
// What serve.hpp says of workers, blocking methods, json_depth_max and the umask holds here too.
// Unlike serve(), a server ends no process, and changes nothing that belongs to the whole process:
// - No signal is touched: dispositions and masks stay, SIGPIPE's too. With options::signals it
//   handles signals as serve() does, from start() until run() returns.
// - options::user, sandbox, upgrade and log_file are for a whole process: start() refuses them. It
//   tells systemd nothing, takes no sockets of a process before, and leaves RLIMIT_NOFILE alone:
//   the log says if fewer files may be open than connections_max needs.
// - Lines of the log go to options::log_to, else to standard error, which all servers of the
//   process share, with the thread that writes there.
//
// Several servers may run at the same time, each on a thread of the program. Together they may use
// the sum of their limits::memory_max. A descriptor that options::listen names (fd:3) is the
// server's as soon as start() has taken it, and is closed with the server.
#pragma once

#include <callbox/method.hpp>
#include <callbox/options.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace callbox {

namespace detail {
template <class Temporary> inline constexpr bool outlives_server = false;
}

// Throws nothing but std::bad_alloc, in its constructor.
class server {
public:
    // Requires: `methods` and `state`, which methods get by reference, outlive it.
    template <class State, std::size_t... Sizes>
    explicit server(const api<State, Sizes...>& methods, const options& how = {})
        : server(table(methods), nullptr, how) {
        static_assert(std::is_void_v<State>,
                      "callbox: these methods take state: write server(methods, state)");
    }
    template <class State, std::size_t... Sizes>
    server(const api<State, Sizes...>& methods, std::type_identity_t<State>& state,
           const options& how = {})
        : server(table(methods), &state, how) {}
    // A table that ends with the line would leave the server without methods.
    template <class State, std::size_t... Sizes, class... Rest>
    explicit server(const api<State, Sizes...>&& methods, Rest&&...)
        : server(table(methods), nullptr, {}) {
        static_assert(detail::outlives_server<State>,
                      "callbox: the table must outlive the server: give it a name");
    }
    server(const server&) = delete;
    server& operator=(const server&) = delete;
    // Closes what it listens at. If blocking methods still run, waits until they return, however
    // long that takes: what they use must outlive the server. Requires: run() does not run.
    ~server();

    // Listens: from now on clients can connect; run() answers them. Returns an empty string; or one
    // line that says why it can't, and then nothing is open and start() may be called again.
    // Requires: it was not started, or run() has returned since.
    [[nodiscard]] std::string start();
    // Where it listens, as options::listen and admin_listen have it, in their order, with the port
    // that the kernel chose in place of port 0. Empty: it was not started, or run() has returned.
    std::vector<std::string> addresses() const;
    std::vector<std::string> admin_addresses() const;

    // Serves, the first worker on this thread, until stop(). Then it drains: it takes no new
    // connection, answers what it has received, for drain_timeout_ms at most, and closes all that
    // is open. Returns an empty string; or one line, which is in the log too: it could not make its
    // threads and has served nobody, or blocking methods still run. Requires: start() succeeded.
    std::string run();

    // How many calls of blocking methods still run that run() has not waited for.
    std::size_t running() const;

    // Ends run(): the one that runs, or, if none does, the next, as soon as it begins. More calls
    // change nothing. For any thread, and for signal handlers.
    void stop() noexcept;
    // Rereads options::token_file, as SIGHUP does for serve(). The log says how that went. For any
    // thread, and for signal handlers.
    void reload() noexcept;

private:
    server(const table& methods, void* state, const options& how);

    struct parts;
    std::unique_ptr<parts> parts_;
};

}  // namespace callbox
