// callbox/server.hpp - a server as a part of a program.
//
//     callbox::server s(methods, options);  // options.listen = {"127.0.0.1:0"};
//     if (std::string why = s.start(); !why.empty()) return fail(why);
//     announce(s.addresses().front());      // "127.0.0.1:40123"
//     s.run();                              // until a thread or signal handler calls s.stop()
//
// Workers, blocking methods, json_depth_max and the umask are as in serve.hpp. Unlike serve(), a
// server never ends the process, and changes nothing that belongs to the whole process:
// - Signals are left alone: dispositions and masks are unchanged, including those of SIGPIPE. With
//   options::signals it handles signals as serve() does, from start() until run() returns.
// - options::user, sandbox, upgrade and log_file are for a whole process: start() refuses them. The
//   server reports nothing to systemd, takes over no sockets of a previous process, and does not
//   change RLIMIT_NOFILE: if the limit is too low for connections_max, the log reports it.
// - Log lines go to options::log_to, or else to standard error, by a thread that all servers of the
//   process share.
//
// Several servers may run concurrently, each on its own thread of the program. Together they may
// use the sum of their limits::memory_max. A descriptor in options::listen (fd:3) belongs to the
// server as soon as start() has taken it, and is closed with the server.
#pragma once

#include <callbox/method.hpp>
#include <callbox/options.hpp>

namespace callbox {

namespace detail {
template <class Temporary> inline constexpr bool outlives_server = false;
}

// Throws nothing but std::bad_alloc, in its constructor.
class server {
public:
    // Requires: the methods and their state outlive it. Methods receive `state` by reference.
    explicit server(const bound_table& methods, const options& options = {});
    template <class State, std::size_t... Sizes>
    server(const api<State, Sizes...>& rows, detail::own_state<State>& state,
           const options& options = {})
        : server({rows, state}, options) {}
    // A temporary table would leave the server without methods.
    template <class State, std::size_t... Sizes, class... Rest>
    explicit server(const api<State, Sizes...>&& rows, Rest&&...)
        : server(bound_table(rows, nullptr)) {
        static_assert(detail::outlives_server<State>,
                      "callbox: the table must outlive the server: give it a name");
    }
    server(const server&) = delete;
    server& operator=(const server&) = delete;
    // Closes the listeners. Waits for blocking methods that are still running, however long they
    // take: the data that they use must outlive the server. Requires: run() is not running.
    ~server();

    // Opens the listeners: clients can connect from now on, and run() answers them. Returns an
    // empty string or a one-line error message; after an error nothing is open, and start() may be
    // called again. Requires: it was not started, or run() has returned since.
    [[nodiscard]] std::string start();
    // The addresses of options::listen and admin_listen, in their order, with the port that the
    // kernel chose in place of port 0. Empty: not started, or run() has returned.
    std::vector<std::string> addresses() const;
    std::vector<std::string> admin_addresses() const;

    // Serves until stop(), with the first worker on this thread. Then it drains: it accepts no new
    // connections, answers the requests received so far, for at most drain_timeout_ms, and closes
    // everything. Returns an empty string; or one line, which is also logged: its threads could not
    // be started and nothing was served, or blocking methods are still running. Requires: start()
    // succeeded.
    std::string run();

    // The number of blocking calls that run() did not wait for and that are still running.
    std::size_t running() const;

    // Ends the current run() or, if there is none, the next one as soon as it begins. Further calls
    // have no effect. May be called from any thread and from signal handlers.
    void stop() noexcept;
    // Rereads options::token_file, as SIGHUP does for serve(); the result is logged. May be called
    // from any thread and from signal handlers.
    void reload() noexcept;

private:
    struct parts;
    std::unique_ptr<parts> parts_;
};

}  // namespace callbox
