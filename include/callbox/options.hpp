// callbox/options.hpp - options of a server: plain data, set by a program or on the command line.
#pragma once

#include <callbox/limits.hpp>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace callbox {

template <class T> class result;  // error.hpp

// The HTTP status of a JSON-RPC response.
enum class status_mode : std::uint8_t {
    rpc,         // 200; 204 when there is no response
    always_200,  // 200 with an empty body for notifications too
    mapped,      // errors of single requests: -32700, -32600, -32602: 400; -32601: 404; others: 500
};

// Whether clients may upgrade to a WebSocket.
enum class websocket_mode : std::uint8_t {
    automatic,  // if the table has an event
    on,
    off,
};

// Whether the process permanently drops everything not needed for serving: files, new sockets,
// programs and processes, privileges. serve.hpp describes the consequences for your functions.
enum class sandbox_mode : std::uint8_t {
    off,
    where_possible,  // as far as the kernel supports it; the log lists missing parts
    on,              // all of it, or the server does not start
};

// What is logged: each level includes those above it in this list.
enum class log_level : std::uint8_t {
    error,  // errors in the program: incidents, and why it stops
    warn,   // also operational warnings
    info,   // also a line for each call and each refused request
};
enum class log_format : std::uint8_t {
    logfmt,
    json,  // each line is an object
};

// The head of a request, as options::authenticate sees it. The views are valid until it returns.
struct request_head {
    std::string_view peer = {};             // as in callbox::caller
    std::optional<std::uint32_t> uid = {};  // as in callbox::caller
    std::string_view bearer = {};  // of Authorization or of a browser's WebSocket; may be empty
    std::string_view text = {};    // as it was sent; checked

    // The value of the first field of that name, in any case; nullopt if there is none.
    std::optional<std::string_view> field(std::string_view name) const;
};

// A sender that options::authenticate has recognized.
struct identity {
    std::string name;                         // caller::token, which the log has too
    std::vector<std::string> scopes = {"*"};  // what it may call, as in a token file
    // How long the answer may be used for requests with an equal head. An open WebSocket or stream
    // is recognized again after that time, with the head that opened it, and ends if it is refused.
    // Both are accurate to a second: below one second, each request is recognized.
    std::chrono::milliseconds remembered{0};
};

// The `info` of the OpenRPC document (Info Object). The version is the API's, not the program's.
struct api_info {
    std::string title = {};        // empty: options::name, or "callbox"
    std::string version = "0";
    std::string description = {};  // Markdown; empty: none
};

struct client_command;

// Options of a server. Each member has a flag of the same name on the command line of run(), except
// where noted.
struct options {
    // "127.0.0.1:8080", "[::1]:8080", "unix:/run/x.sock", "fd:3"; port 0: any free port.
    std::vector<std::string> listen{"127.0.0.1:8080"};
    // Addresses that serve /metrics, and the health pages too, but no calls; /metrics is then not
    // served elsewhere. Empty: /metrics is served where calls are.
    std::vector<std::string> admin_listen;
    // The path of the endpoint: one or more segments, each preceded by '/'.
    std::string mount = "/api";
    // The URL of the endpoint for clients, "https://example.org/api", for the served document: a
    // server behind a proxy does not know it. Empty: http:// and the Host of the request.
    std::string public_url;
    // Whether <mount>/browse serves the explorer, a page that calls the methods; otherwise 404.
    bool enable_web_browsable_api = false;
    // Whether POST <mount>/mcp serves the methods as tools to AI clients, by the Model Context
    // Protocol (tool.hpp); otherwise 404.
    bool mcp = false;
    // Whether GET <mount> opens a WebSocket (RFC 6455), whose messages are treated like the bodies
    // of POST <mount>; otherwise 405.
    websocket_mode websocket = websocket_mode::automatic;
    status_mode http_status = status_mode::rpc;
    // Host names that requests may name in the field Host; "*" allows any. Empty: any; but while
    // all listeners are on loopback, only IP addresses, localhost and *.localhost, against DNS
    // rebinding.
    std::vector<std::string> allow_host;
    // Origins of web pages that may call: "https://example.org", "*" for all. Empty: only the
    // server's own.
    std::vector<std::string> cors_origin;
    // The access control file; reread on SIGHUP. Each line has a name, a token and the methods that
    // its holder may call, with '*' for any part of a name, or scope:NAME for those with that
    // scope; '#' begins a comment:
    //     deploy  8c1f6eGd5Qy0Zt3mVw2LxA  math.*  ping  scope:admin
    // The last line must end with a line feed too: a truncated file is refused. The file must not
    // be readable by other users. Empty: all clients may call all methods.
    std::string token_file;
    // Recognizes the sender of each request that would need a token, in place of a token file: by
    // JWT, session or directory. Its failure refuses the request: 401, 500, or 403 for another
    // code, with its message as the reason; an exception is a 500. The event loop waits for it;
    // several workers call it at the same time. Like `log_to`, it has no flag. Empty: none.
    std::function<result<identity>(const request_head&)> authenticate;
    // The header field in which a proxy in front of the server names the user, "X-User":
    // caller::user. The proxy must set or remove it in each request. It is accepted only from
    // loopback, unix sockets and the IP addresses in caller_from; a call with it from elsewhere
    // gets 403. Empty: none.
    std::string caller_header;
    std::vector<std::string> caller_from;
    // The header fields of a request, or of the handshake of its WebSocket, that functions can read
    // with caller::header(): "X-Request-Id". Like `info`, it has no flag.
    std::vector<std::string> caller_headers;
    // The ids of users whose processes may connect to a unix socket. Empty: all that may use the
    // socket file.
    std::vector<std::string> allow_uid;
    // The mode of a unix socket's file, in octal digits, and its owner and group, numbers such as
    // "33:33", when the server creates it. Empty owner: this process's.
    std::string socket_mode = "0600";
    std::string socket_owner;
    // The number of threads that serve, each with its own connections; 0: one for each core that
    // this process may use. With more than one, functions run concurrently: the table must be
    // thread_safe (method.hpp), and serve.hpp has the requirements.
    std::size_t workers = 1;
    // Whether SIGUSR2 starts `program`, which takes over the listening sockets. This costs a
    // second, small process; see serve.hpp.
    bool upgrade = false;
    // The program that SIGUSR2 starts: a path, or a name to look up in PATH, and the arguments.
    // run() sets it to its own command line. Like `info`, it has no flag.
    std::vector<std::string> program;
    sandbox_mode sandbox = sandbox_mode::off;
    // Absolute paths of files and folders that may be read in the sandbox, and of those that may be
    // read and written, with everything beneath them.
    std::vector<std::string> sandbox_read;
    std::vector<std::string> sandbox_write;
    // The user to switch to, from root, once all listeners are open: "1000:100", "1000". Empty:
    // none.
    std::string user;
    // The file that replaces standard error, for the whole process, once the server is ready. It is
    // appended to, and reopened on SIGHUP, after log rotation. It must be a regular file with one
    // link, not a symbolic link, owned by root, this process's user or `user`. Empty: standard
    // error.
    std::string log_file;
    // While serving, SIGTTIN raises and SIGTTOU lowers the level.
    callbox::log_level log_level = callbox::log_level::warn;
    callbox::log_format log_format = callbox::log_format::logfmt;
    // Whether log lines of calls include the parameters, which are usually confidential.
    bool log_params = false;
    // Whether responses to calls report their duration in the header field Server-Timing.
    bool server_timing = false;
    // Whether requests with the layout of an earlier one skip parsing. If not, the responses are
    // the same, but slower: for debugging.
    bool shapes = true;
    // The program's name, such as "inventory", and version, for the command line of run():
    // --version, the command lines in the explorer, the User-Agent of `call`, and the variables of
    // all options: INVENTORY_LISTEN has precedence over CALLBOX_LISTEN. Letters, digits, '-', '_'
    // and '.', beginning with a letter. Empty: callbox's. They have no flag.
    std::string name;
    std::string version;
    // Describes the API as a whole in the OpenRPC document.
    callbox::api_info info;
    // &callbox::commands::client for the command `client`: clients.hpp. Null: no such command.
    const client_command* clients = nullptr;
    // Whether a callbox::server handles signals as serve() does, while it runs; only one server at
    // a time can. run() and serve() always do. Like `program` and `log_to`, it has no flag.
    bool signals = false;
    // Receives each line of the log, with its level and without its line feed, in place of standard
    // error. It is called on the thread that logs, one call at a time. An event loop waits for it,
    // so it should return quickly. If it throws, the line is lost. It must not start, run or
    // destroy a server. Empty: standard error.
    std::function<void(callbox::log_level, std::string_view line)> log_to;
    callbox::limits limits;
};

namespace detail {

// options::info with a title.
inline api_info info_of(const options& options) {
    api_info info = options.info;
    if (info.title.empty()) info.title = options.name.empty() ? "callbox" : options.name;
    return info;
}

}  // namespace detail

}  // namespace callbox
