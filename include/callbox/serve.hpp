// callbox/serve.hpp - serving a table of methods over HTTP.
#pragma once

#include <callbox/method.hpp>
#include <callbox/options.hpp>

#include <cstddef>
#include <type_traits>

namespace callbox {

namespace detail {
// `until_exit`: the process ends with what it returns, so signals stay taken. run() says so.
int serve(const table& methods, void* state, const options& how, bool until_exit = false);
}

// Serves until SIGTERM or SIGINT and what was received by then is answered. Returns the exit
// status: 0, or 1 when it could not start (a line on standard error says why).
//
// In one case it does not return: when a blocking method still runs at the end of drain_timeout_ms,
// or at a second signal, it says so and ends the process with status 1 (std::_Exit). A thread can't
// be taken out of a function, and returning would take the state from under it.
//
// It takes SIGTERM, SIGINT, SIGHUP (at which it reads options::token_file again and opens
// options::log_file again, no more), SIGUSR1 (a line for each connection), SIGUSR2, SIGTTIN and
// SIGTTOU (options::log_level), which its thread does not block, and ignores SIGPIPE and SIGXFSZ,
// for the time it runs. As the first process of a container (PID 1) and in the sandbox it ignores
// SIGCHLD too, so that no orphan stays there. A second serve() beside it says so and returns 1.
//
// The file of a unix socket gets its mode by the umask, which is the whole process's: what other
// threads make while serve() begins may get another mode.
//
// json_depth_max has to fit the stack of the thread that calls serve(): 256 bytes a level, 32 KiB
// beside. Where that is the first one of the process and has less (ulimit -s), it does not start.
//
// With options::upgrade, SIGUSR2 starts options::program anew, from a process that is forked when
// serve() begins and that has no descriptor but standard input, output and error. serve() in the
// new process takes the listening sockets, whatever its options say, and in the old one returns 0
// when its clients have gone or drain_timeout_ms is over. When the new one does not serve within
// upgrade_timeout_ms, nothing has happened.
//
// It tells systemd how it is, if NOTIFY_SOCKET says where (sd_notify(3)): a program that does so
// itself takes that variable from its environment before. run() alone looks at LISTEN_FDS.
//
// With one worker (options::workers, the default) your functions are called one at a time, on the
// thread that called serve(): neither they nor the state need locks. Methods that are marked
// `blocking` are called on blocking_threads others, beside each other and beside all else, and what
// they use together must bear that. Where standard error is no regular file, one more thread writes
// the log: it calls none of your functions, takes no signals, and ends before serve() returns
// unless a terminal that nobody reads holds it.
//
// With more, each worker but the first has a thread of its own, which ends before serve() returns:
// - Functions are called from several threads at once, the same function too. What they use
//   together must bear that: the state, of which there is one, given by reference to all; globals,
//   static variables, libraries. A std::atomic or a std::mutex in the state does it; const data
//   need neither.
// - A connection stays with its worker, and its calls, those of a batch too, are made one after the
//   other in their order; blocking ones of one batch beside each other, the requests of a
//   connection still in turn. Calls of different connections have no order. Who waits for another
//   call in a function may wait for one that the same worker has yet to make.
// - A thread_local variable is one for each worker. It lives from one call to the next, made by
//   whatever clients that worker has.
// - What a function throws is answered with -32603 on every worker, as it is with one.
// - A slow function that is not marked `blocking` delays the connections of its own worker.
// - Worker threads block no signals: a handler of yours may run on any of them.
//
// With options::user, root becomes that user when all listeners are open; with options::sandbox the
// thread that called serve(), and all that are made from then on, give up for ever what serving
// does not need. Both stay so when serve() returns; threads that the program has made before are
// not in the sandbox. There a function can use memory, threads, clocks and what is open already,
// but:
// - a file it opens fails with EACCES or EPERM, unless it is beneath sandbox_read or sandbox_write;
// - a socket, a process, a program, a shared library to be loaded, memory to be executed fail with
//   EPERM, whatever the paths; std::system() and name look-ups with them. Say sandbox_mode::off
//   where functions need that, or open it before: a connection to a database stays open.
// What is loaded when it is first used (locales, time zones, certificates) is to be used once
// before. The process isn't killed for what is refused.
template <std::size_t... Sizes>
int serve(const api<void, Sizes...>& methods, const options& how = {}) {
    return detail::serve(methods, nullptr, how);
}
// The same for methods with state: `state` is what they get by reference, on every worker.
template <class State, std::size_t... Sizes>
int serve(const api<State, Sizes...>& methods, std::type_identity_t<State>& state,
          const options& how = {}) {
    return detail::serve(methods, &state, how);
}
template <class State, std::size_t... Sizes>
int serve(const api<State, Sizes...>&, const options& = {}) {
    static_assert(std::is_void_v<State>,
                  "callbox: these methods take state: call serve(methods, state)");
    return 1;
}

}  // namespace callbox
