// callbox/serve.hpp - serves a table of methods over HTTP, in a process of its own. For a server as
// a part of a process, or several servers: server.hpp.
#pragma once

#include <callbox/method.hpp>
#include <callbox/options.hpp>

namespace callbox {

namespace detail {
// `until_exit`: the process exits afterwards, so its signal handlers stay. Set by run().
int serve(const bound_table& methods, const options&, bool until_exit);
}

// Serves until SIGTERM or SIGINT, and then until all requests received so far are answered. Returns
// the exit status: 0, or 1 if it could not start (the reason is on standard error).
//
// In one case it does not return: if a blocking method is still running at the end of
// drain_timeout_ms, or at a second signal, it logs this and ends the process with status 1
// (std::_Exit). A running function cannot be stopped, and returning would destroy the state that it
// uses.
//
// While it runs, it handles SIGTERM, SIGINT, SIGHUP (only rereads options::token_file and reopens
// options::log_file), SIGUSR1 (logs a line for each connection), SIGUSR2, SIGTTIN and SIGTTOU
// (options::log_level), which its thread does not block, and ignores SIGPIPE and SIGXFSZ. As the
// first process of a container (PID 1) and in the sandbox it also ignores SIGCHLD: orphans leave no
// zombies. A second serve() at the same time logs an error and returns 1; any number of
// callbox::server may run at the same time.
//
// The mode of a unix socket's file is set by the umask, which belongs to the whole process: files
// that other threads create while serve() starts may get another mode.
//
// json_depth_max must fit the stack of the thread that calls serve(): 256 bytes per level plus 32
// KiB. If that is the main thread and its stack is smaller (ulimit -s), serve() does not start.
//
// With options::upgrade, SIGUSR2 starts options::program from a helper process, which serve() forks
// at its start and which has no descriptors but standard input, output and error. serve() in the
// new process takes over the listening sockets, regardless of its options; in the old one it
// returns 0 when its clients have disconnected or drain_timeout_ms has elapsed. If the new process
// does not serve within upgrade_timeout_ms, the old one continues as before.
//
// If NOTIFY_SOCKET is set, serve() reports its state to systemd (sd_notify(3)). A program that does
// so itself first removes that variable from its environment. Only run() uses LISTEN_FDS.
//
// With one worker (options::workers, the default) your functions run one at a time, on the thread
// that called serve(): neither they nor the state need locks. Methods marked `blocking` run on
// blocking_threads other threads, concurrently with all other calls, including other blocking ones:
// shared state must be thread-safe, which their table says (thread_safe in method.hpp). If standard
// error is not a regular file, another thread writes
// the log: it calls none of your functions, receives no signals, and ends before serve() returns,
// unless it is blocked by a terminal that is not read.
//
// With more workers, for which the whole table must be thread_safe, each but the first has its own
// thread, which ends before serve() returns:
// - Functions run concurrently on several threads, even the same function. All that they share must
//   be thread-safe: the state, which all calls receive by reference; globals, static variables,
//   libraries. A std::atomic or a std::mutex in the state is enough; const data need neither.
// - A connection stays with its worker, and its calls, also those of a batch, run one after another
//   in order; only the blocking calls of one batch run concurrently. Calls of different connections
//   have no order. A function that waits for another call may deadlock: its own worker may have to
//   make that call. Use a later<T>.
// - Each worker has its own copy of a thread_local variable. It keeps its value from one call to
//   the next, also between calls of different clients.
// - If a function throws, the response is error -32603, as with one worker.
// - A slow function that is not marked `blocking` delays all connections of its worker.
// - Worker threads block no signals: a handler of yours may run on any of them.
//
// With options::user, root switches to that user once all listeners are open. With
// options::sandbox, the thread that called serve(), and all threads started from then on,
// permanently drop everything not needed for serving. Both last after serve() returns; threads that
// the program started before are not in the sandbox. In the sandbox a function can use memory,
// threads, clocks and open descriptors, but:
// - opening a file fails with EACCES or EPERM, unless it is beneath sandbox_read or sandbox_write;
// - creating a socket or process, running a program, loading a shared library and making memory
//   executable fail with EPERM, regardless of paths; so do std::system() and name lookups. If
//   functions need these, set sandbox_mode::off or do it before: an open database connection stays
//   open.
// Use anything that loads on first use (locales, time zones, certificates) once beforehand. A
// refused system call does not kill the process.
int serve(const bound_table& methods, const options& options = {});
// The same for methods with state, which receive `state` by reference on all workers.
template <class State, std::size_t... Sizes>
int serve(const api<State, Sizes...>& methods, detail::own_state<State>& state,
          const options& options = {}) {
    return serve({methods, state}, options);
}

}  // namespace callbox
