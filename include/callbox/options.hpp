// callbox/options.hpp - how to serve: plain data, set by a program or by the command line.
#pragma once

#include <callbox/about.hpp>
#include <callbox/limits.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace callbox {

// Which HTTP status a JSON-RPC answer has.
enum class status_mode : std::uint8_t {
    rpc,         // 200; 204 when there is nothing to say
    always_200,  // 200 with an empty body for notifications too
    mapped,      // errors of single requests: -32700, -32600, -32602: 400; -32601: 404; others: 500
};

// Whether the process gives up, for ever, what serving does not need: files, new sockets, programs
// and processes, privileges. serve.hpp says what that means for your functions.
enum class sandbox_mode : std::uint8_t {
    off,
    where_possible,  // as much of it as the kernel has; a line says what is missing
    on,              // or it does not start
};

// What the log tells: each level also what stands before it.
enum class log_level : std::uint8_t {
    error,  // what went wrong in the program: incidents, and why it ends
    warn,   // and what an operator should know
    info,   // and a line for each call and each request that is refused
};
enum class log_format : std::uint8_t {
    logfmt,
    json,  // each line is an object
};

// How to serve. Each member has a flag of the same name on the command line that run() gives.
struct options {
    // "127.0.0.1:8080", "[::1]:8080", "unix:/run/x.sock", "fd:3"; port 0 is any free one.
    std::vector<std::string> listen{"127.0.0.1:8080"};
    // Where /metrics is, and the health pages too, but no calls; then it is nowhere else. Empty:
    // it is where calls are.
    std::vector<std::string> admin_listen;
    // Where the endpoint is: one or more segments, each with its '/' before it.
    std::string mount = "/api";
    // The endpoint as clients reach it, "https://example.org/api", which a server behind a proxy
    // can't know. The document that is served names it. Empty: http:// and the request's Host.
    std::string public_url;
    // Whether <mount>/browse is the explorer, a page that calls the methods; else it is 404.
    bool enable_web_browsable_api = false;
    status_mode http_status = status_mode::rpc;
    // Host names that requests may be for; "*" allows any. Empty: while every listener is on
    // loopback, IP addresses, localhost and *.localhost, against DNS rebinding; else any.
    std::vector<std::string> allow_host;
    // Origins whose pages may call from a browser: "https://example.org", "*" for all. Empty: only
    // the own.
    std::vector<std::string> cors_origin;
    // The file that says who may call what; read again at SIGHUP. Each line is a name, a token and
    // the methods that its holder may call, '*' for any part of a name; '#' begins a comment:
    //     deploy  8c1f6eGd5Qy0Zt3mVw2LxA  math.*  ping
    // The last line ends too, or the file was cut and is refused. Others must not be able to read
    // it. Empty: everybody who reaches the server may call all.
    std::string token_file;
    // Numbers of the users whose processes may connect by a unix socket. Empty: whoever may use the
    // socket's file.
    std::vector<std::string> allow_uid;
    // Who may use the file of a unix socket that is made: its mode in octal digits, and its owner
    // and group, numbers as "33:33"; an empty owner: this process.
    std::string socket_mode = "0600";
    std::string socket_owner;
    // How many threads serve, each its own connections; 0: as many as there are cores for this
    // process. With more than one, functions run side by side: serve.hpp says what they must bear.
    std::size_t workers = 1;
    // Whether SIGUSR2 starts `program` anew, which takes the listening sockets over; it costs a
    // second, small process. serve.hpp says more.
    bool upgrade = false;
    // What is started then: a path, or a name to be looked for in PATH, and the arguments. run()
    // sets it to those that it was given; the one member without a flag but `about`.
    std::vector<std::string> program;
    sandbox_mode sandbox = sandbox_mode::off;
    // In the sandbox: absolute paths of files and folders that may be read, and those that may be
    // read and written, with all that is beneath them.
    std::vector<std::string> sandbox_read;
    std::vector<std::string> sandbox_write;
    // Whom root becomes when all listeners are open: "1000:100", "1000". Empty: nobody else.
    std::string user;
    // What takes the place of standard error, for the whole process, once it is ready: a file that
    // is written to at its end and opened again at SIGHUP, for who has given it another name. It is
    // a regular file with one name, root's or this process's user's or `user`'s, and no link.
    // Empty: standard error stays what it is.
    std::string log_file;
    // SIGTTIN and SIGTTOU change the level while it serves, up and down.
    callbox::log_level log_level = callbox::log_level::warn;
    callbox::log_format log_format = callbox::log_format::logfmt;
    // Whether the line of a call has its parameters, which are secret as a rule.
    bool log_params = false;
    // Whether answers to calls tell in Server-Timing how long these took.
    bool server_timing = false;
    // What the OpenRPC document says of all methods together.
    callbox::about about;
    callbox::limits limits;
};

}  // namespace callbox
