// callbox/options.hpp - how to serve: plain data, set by a program or by the command line.
#pragma once

#include <callbox/api_info.hpp>
#include <callbox/limits.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace callbox {

// The HTTP status of a JSON-RPC response.
enum class status_mode : std::uint8_t {
    rpc,         // 200; 204 when there is no response
    always_200,  // 200 with an empty body for notifications too
    mapped,      // errors of single requests: -32700, -32600, -32602: 400; -32601: 404; others: 500
};

// Whether the process gives up, for good, what serving does not need: files, new sockets, programs
// and processes, privileges. serve.hpp says what that means for your functions.
enum class sandbox_mode : std::uint8_t {
    off,
    where_possible,  // as much of it as the kernel supports; the log says what is missing
    on,              // all of it, or the server does not start
};

// What is logged: each level includes those above it in this list.
enum class log_level : std::uint8_t {
    error,  // what went wrong in the program: incidents, and why it ends
    warn,   // and what an operator should know
    info,   // and a line for each call and each request that is refused
};
enum class log_format : std::uint8_t {
    logfmt,
    json,  // each line is an object
};

struct client_command;

// How to serve. Each member has a flag of the same name on the command line of run(), but for those
// that say otherwise.
struct options {
    // "127.0.0.1:8080", "[::1]:8080", "unix:/run/x.sock", "fd:3"; port 0 is any free one.
    std::vector<std::string> listen{"127.0.0.1:8080"};
    // Where /metrics is served, and the health pages too, but no calls; /metrics is then nowhere
    // else. Empty: it is where calls are.
    std::vector<std::string> admin_listen;
    // The path of the endpoint: one or more segments, each with its '/' before it.
    std::string mount = "/api";
    // The URL of the endpoint as clients reach it, "https://example.org/api", which a server behind
    // a proxy can't know. The served document names it. Empty: http:// and the request's Host.
    std::string public_url;
    // Whether <mount>/browse serves the explorer, a page that calls the methods; else it is 404.
    bool enable_web_browsable_api = false;
    // Whether it serves tools to AI clients by the Model Context Protocol at POST <mount>/mcp; else
    // that is 404. The methods are the tools: tool.hpp.
    bool mcp = false;
    status_mode http_status = status_mode::rpc;
    // Host names that requests may name; "*" allows any. Empty: any, but while every listener is on
    // loopback only IP addresses, localhost and *.localhost, against DNS rebinding.
    std::vector<std::string> allow_host;
    // Origins whose pages may call from a browser: "https://example.org", "*" for all. Empty: only
    // the server's own.
    std::vector<std::string> cors_origin;
    // The file that says who may call what; reread at SIGHUP. Each line is a name, a token and the
    // methods that its holder may call, '*' for any part of a name; '#' begins a comment:
    //     deploy  8c1f6eGd5Qy0Zt3mVw2LxA  math.*  ping
    // The last line must end with a line feed too: a file that was cut off is refused. Others must
    // not be able to read it. Empty: everybody who reaches the server may call everything.
    std::string token_file;
    // The field in which a proxy before the server names the user, "X-User", who is then
    // caller::user. The proxy must set or remove it in each request. It is believed from loopback,
    // unix sockets and the IP addresses in caller_from; a call with it from elsewhere gets 403.
    // Empty: there is none.
    std::string caller_header;
    std::vector<std::string> caller_from;
    // Ids of the users whose processes may connect by a unix socket. Empty: whoever may use the
    // socket's file.
    std::vector<std::string> allow_uid;
    // The mode of a unix socket's file, in octal digits, and its owner and group, numbers as
    // "33:33", when the server makes the file. An empty owner: this process.
    std::string socket_mode = "0600";
    std::string socket_owner;
    // How many threads serve, each its own connections; 0: one for each core that this process may
    // use. With more than one, functions run concurrently: serve.hpp says what that requires.
    std::size_t workers = 1;
    // Whether SIGUSR2 starts `program` anew, which takes over the listening sockets; this costs a
    // second, small process. serve.hpp says more.
    bool upgrade = false;
    // What SIGUSR2 starts: a path, or a name to look up in PATH, and the arguments. run() sets it
    // to its own command line. Like `info`, it has no flag.
    std::vector<std::string> program;
    sandbox_mode sandbox = sandbox_mode::off;
    // In the sandbox: absolute paths of files and folders that may be read, and those that may be
    // read and written, with everything beneath them.
    std::vector<std::string> sandbox_read;
    std::vector<std::string> sandbox_write;
    // The user that root becomes when all listeners are open: "1000:100", "1000". Empty: no other.
    std::string user;
    // The file that replaces standard error, for the whole process, once it is ready: appended to,
    // and reopened at SIGHUP, after log rotation. It must be a regular file with one link, owned by
    // root, this process's user or `user`, and no symbolic link. Empty: standard error stays.
    std::string log_file;
    // SIGTTIN raises and SIGTTOU lowers the level while it serves.
    callbox::log_level log_level = callbox::log_level::warn;
    callbox::log_format log_format = callbox::log_format::logfmt;
    // Whether a call's log line has its parameters, which are usually secret.
    bool log_params = false;
    // Whether answers to calls say in Server-Timing how long the calls took.
    bool server_timing = false;
    // Whether a request that is like one before it is not parsed again. False answers the same,
    // more slowly: for finding violations.
    bool shapes = true;
    // The program's name, "inventory", and version, for the command line of run(): --version, the
    // explorer's command lines, the User-Agent of `call`, and the variables of all options:
    // INVENTORY_LISTEN, before CALLBOX_LISTEN. Letters, digits, '-', '_' and '.', a letter first.
    // Empty: callbox's. They have no flag.
    std::string name;
    std::string version;
    // Describes the API as a whole in the OpenRPC document.
    callbox::api_info info;
    // &callbox::commands::client for the command `client`: clients.hpp. Null: there is none.
    const client_command* clients = nullptr;
    // Whether a callbox::server handles signals as serve() does while it runs; only one at a time
    // can. run() and serve() always do. Like `program` and `log_to`, it has no flag.
    bool signals = false;
    // Gets each line of the log, with its level and without its line feed, in place of standard
    // error. Called on whichever thread logs, one call at a time: a loop waits for it, so it should
    // return soon. A line is lost if it throws. It must not start, run or destroy a server. Empty:
    // standard error.
    std::function<void(callbox::log_level, std::string_view line)> log_to;
    callbox::limits limits;
};

namespace detail {

// options::info, titled.
inline api_info info_of(const options& how) {
    api_info info = how.info;
    if (info.title.empty()) info.title = how.name.empty() ? "callbox" : how.name;
    return info;
}

}  // namespace detail

}  // namespace callbox
