// callbox/serve.hpp - serving a table of methods over HTTP, in a process of its own. For a server
// beside other things in a process, or several servers: server.hpp.
#pragma once

#include <callbox/method.hpp>
#include <callbox/options.hpp>

#include <cstddef>
#include <type_traits>

namespace callbox {

namespace detail {
// `until_exit`: the process ends with the result, so its signal handlers stay. run() sets it.
int serve(const table& methods, void* state, const options& how, bool until_exit = false);
}

// Serves until SIGTERM or SIGINT, and until it has answered what it had received by then. Returns
// the exit status: 0, or 1 when it could not start (standard error says why).
//
// In one case it does not return: when a blocking method still runs at the end of drain_timeout_ms,
// or at a second signal, it logs this and ends the process with status 1 (std::_Exit). A thread
// can't be taken out of a function, and returning would destroy the state under it.
//
// While it runs, it handles SIGTERM, SIGINT, SIGHUP (only rereads options::token_file and reopens
// options::log_file), SIGUSR1 (logs a line for each connection), SIGUSR2, SIGTTIN and SIGTTOU
// (options::log_level), which its thread does not block, and ignores SIGPIPE and SIGXFSZ. As the
// first process of a container (PID 1) and in the sandbox it ignores SIGCHLD too, so that orphans
// leave no zombies. A second serve() at the same time logs an error and returns 1; any number of
// callbox::server may run beside it.
//
// The umask, which belongs to the whole process, sets the mode of a unix socket's file: files that
// other threads create while serve() starts may get another mode.
//
// json_depth_max must fit the stack of the thread that calls serve(): 256 bytes a level plus 32
// KiB. If that is the first thread of the process and has less (ulimit -s), serve() does not
// start.
//
// With options::upgrade, SIGUSR2 starts options::program anew, from a helper process that serve()
// forks when it starts and that has no descriptors but standard input, output and error. serve() in
// the new process takes over the listening sockets, whatever its options say; in the old one it
// returns 0 when its clients have gone or drain_timeout_ms is over. If the new one does not serve
// within upgrade_timeout_ms, the old one serves on as before.
//
// If NOTIFY_SOCKET is set, serve() tells systemd its state (sd_notify(3)): a program that does so
// itself removes that variable from its environment first. Only run() looks at LISTEN_FDS.
//
// With one worker (options::workers, the default) your functions run one at a time, on the thread
// that called serve(): neither they nor the state need locks. Methods marked `blocking` run on
// blocking_threads other threads, concurrently with each other and with everything else, so what
// they share must be thread-safe. If standard error is no regular file, one more thread writes the
// log: it calls none of your functions, takes no signals, and ends before serve() returns unless a
// terminal that nobody reads blocks it.
//
// With more, each worker but the first has its own thread, which ends before serve() returns:
// - Functions run on several threads at once, the same function too. What they share must be
//   thread-safe: the state, of which there is one, given by reference to all; globals, static
//   variables, libraries. A std::atomic or a std::mutex in the state is enough; const data need
//   neither.
// - A connection stays with its worker, and its calls, those of a batch too, run one after another
//   in their order; blocking calls of one batch run concurrently, the requests of a connection
//   still in turn. Calls of different connections have no order. A function that waits for another
//   call may wait for one that its own worker has yet to make.
// - Each worker has its own copy of a thread_local variable. It keeps its value from one call to
//   the next, whichever clients of that worker make them.
// - If a function throws, the answer is -32603 on every worker, as it is with one.
// - A slow function that is not marked `blocking` delays the connections of its own worker.
// - Worker threads block no signals: a handler of yours may run on any of them.
//
// With options::user, root becomes that user when all listeners are open. With options::sandbox the
// thread that called serve(), and all threads made from then on, give up for good what serving does
// not need. Both last after serve() returns; threads that the program made before are not in the
// sandbox. There a function can use memory, threads, clocks and what is open already, but:
// - opening a file fails with EACCES or EPERM, unless it is beneath sandbox_read or sandbox_write;
// - making a socket or process, running a program, loading a shared library and making memory
//   executable fail with EPERM, whatever the paths; so do std::system() and name lookups. Set
//   sandbox_mode::off where functions need these, or do it before: an open database connection
//   stays open.
// Use once beforehand what loads on first use (locales, time zones, certificates). A refused call
// does not kill the process.
template <class State, std::size_t... Sizes>
int serve(const api<State, Sizes...>& methods, const options& how = {}) {
    static_assert(std::is_void_v<State>,
                  "callbox: these methods take state: call serve(methods, state)");
    return detail::serve(methods, nullptr, how);
}
// The same for methods with state, which get `state` by reference on every worker.
template <class State, std::size_t... Sizes>
int serve(const api<State, Sizes...>& methods, std::type_identity_t<State>& state,
          const options& how = {}) {
    return detail::serve(methods, &state, how);
}

}  // namespace callbox
