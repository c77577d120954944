// The one table of options: flags, environment variables, what is checked and what --help says.
#pragma once

#include "site/mount.hpp"
#include "value.hpp"

#include <callbox/limits.hpp>
#include <callbox/options.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace callbox::cli {

enum class group : std::uint8_t { serving, access, rights, limit, timeout };
// The heading of each group, in this order.
inline constexpr std::array<std::string_view, 5> group_titles{
    "Serving", "Access", "Rights of the process", "Limits", "Time-outs"};

// Distinct types: where size_t is 32 bits wide, the two members have the same type.
struct size_member {
    std::size_t limits::*at;
};
struct time_member {
    std::uint32_t limits::*at;
};
// A number in the options themselves, or "auto", which is 0.
struct auto_member {
    std::size_t options::*at;
};

// --name is the flag, CALLBOX_NAME the variable. The type of the member it sets says what it is: a
// vector is an option that may be repeated; a bool or the sandbox mode is a flag that needs no
// value and that --no-name switches off.
struct option {
    std::variant<bool options::*, status_mode options::*, sandbox_mode options::*,
                 log_level options::*, log_format options::*,
                 std::string options::*,
                 std::vector<std::string> options::*, size_member, time_member,
                 auto_member> sets;
    std::string_view name;
    group among = group::serving;
    std::string_view takes = {};               // one word: ADDRESS
    std::string_view wanted = {};              // the same, for the message about a wrong value
    bool (*fits)(std::string_view) = nullptr;  // checks a text
    unit in = unit::count;                     // of an amount, as the next two
    std::uint64_t least = 0;
    std::uint64_t most = 0;
    std::string_view doc = {};                 // a clause

    template <class Member> constexpr bool is() const {
        return std::holds_alternative<Member>(sets);
    }
    constexpr bool is_flag() const {
        return is<bool options::*>() || is<sandbox_mode options::*>();
    }
    constexpr bool is_repeatable() const { return is<std::vector<std::string> options::*>(); }
    constexpr bool is_amount() const {
        return is<size_member>() || is<time_member>() || is<auto_member>();
    }
};

// The names of an enumeration's values, in its order. For the sandbox, 0 and false also name the
// first, 1 and true the last.
template <class Choice> inline constexpr std::array<std::string_view, 0> names_of{};
template <> inline constexpr std::array<std::string_view, 3> names_of<status_mode>{
    "rpc", "always-200", "mapped"};
template <> inline constexpr std::array<std::string_view, 3> names_of<sandbox_mode>{
    "off", "where-possible", "on"};
template <> inline constexpr std::array<std::string_view, 3> names_of<log_level>{
    "error", "warn", "info"};
template <> inline constexpr std::array<std::string_view, 2> names_of<log_format>{
    "logfmt", "json"};

namespace rows {

constexpr option count(std::size_t limits::*member, std::string_view name, std::uint64_t least,
                       std::uint64_t most, std::string_view doc) {
    return {.sets = size_member{member}, .name = name, .among = group::limit, .takes = "NUMBER",
            .in = unit::count, .least = least, .most = most, .doc = doc};
}
constexpr option size(std::size_t limits::*member, std::string_view name, std::uint64_t least,
                      std::uint64_t most, std::string_view doc) {
    return {.sets = size_member{member}, .name = name, .among = group::limit, .takes = "SIZE",
            .in = unit::bytes, .least = least, .most = most, .doc = doc};
}
constexpr option time(std::uint32_t limits::*member, std::string_view name, std::uint64_t least,
                      std::uint64_t most, std::string_view doc) {
    return {.sets = time_member{member}, .name = name, .among = group::timeout, .takes = "TIME",
            .in = unit::ms, .least = least, .most = most, .doc = doc};
}

inline constexpr std::uint64_t mebi = 1 << 20;
inline constexpr std::uint64_t hour = 3'600'000;

}  // namespace rows

// In the order in which --help shows them; those of a group stand together.
inline constexpr std::array all_options{
    option{.sets = &options::listen, .name = "listen", .takes = "ADDRESS",
           .wanted = "an address: 127.0.0.1:8080, [::1]:8080, :8080, unix:/run/x.sock or fd:3",
           .fits = is_address,
           .doc = "where to listen: 127.0.0.1:8080, [::1]:8080, :8080 (every address), "
                  "unix:/run/x.sock or fd:3; port 0 is any free one; may be repeated"},
    option{.sets = &options::admin_listen, .name = "admin-listen", .takes = "ADDRESS",
           .wanted = "an address: 127.0.0.1:9090, :9090, unix:/run/x.sock or fd:3",
           .fits = is_address,
           .doc = "where /metrics is, and the health pages, but no calls; may be repeated "
                  "(default: where calls are)"},
    option{.sets = &options::mount, .name = "mount", .takes = "PATH",
           .wanted = "a path of one or more segments: /api, /v1/rpc",
           .fits = site::is_mount, .doc = "the path of the endpoint"},
    option{.sets = &options::public_url, .name = "public-url", .takes = "URL",
           .wanted = "the endpoint's URL, such as https://example.org/api", .fits = is_url,
           .doc = "the endpoint as clients reach it, behind a proxy: the server that the OpenRPC "
                  "document names (default: http:// and the host that a request is for)"},
    option{.sets = &options::enable_web_browsable_api, .name = "enable-web-browsable-api",
           .wanted = "1, true, 0 or false",
           .doc = "serve the explorer, a page that calls the methods, below PATH/browse"},
    option{.sets = &options::mcp, .name = "mcp", .wanted = "1, true, 0 or false",
           .doc = "serve the methods as tools for AI clients, by the Model Context Protocol, at "
                  "PATH/mcp"},
    option{.sets = &options::http_status, .name = "http-status", .takes = "MODE",
           .wanted = "rpc, always-200 or mapped",
           .doc = "rpc: 200, and 204 where nothing is to be said; always-200: no 204; mapped: "
                  "errors are 400, 404 or 500"},
    option{.sets = auto_member{&options::workers}, .name = "workers", .takes = "N|auto",
           .least = 1, .most = workers_max,
           .doc = "threads that serve; auto: one for each core. More than one: calls run side by "
                  "side, which the program's methods must bear"},

    option{.sets = &options::upgrade, .name = "upgrade", .wanted = "1, true, 0 or false",
           .doc = "at SIGUSR2 start the program's file anew, which takes over without a lost "
                  "request; costs a second, small process"},
    option{.sets = &options::server_timing, .name = "server-timing",
           .wanted = "1, true, 0 or false",
           .doc = "tell in each answer, by Server-Timing, how long its calls took"},
    option{.sets = &options::shapes, .name = "shapes", .wanted = "1, true, 0 or false",
           .doc = "remember what requests look like, to parse less of the next; --no-shapes: for "
                  "finding violations"},
    option{.sets = &options::log_level, .name = "log-level", .takes = "LEVEL",
           .wanted = "error, warn or info",
           .doc = "error; warn: what an operator should know too; info: a line for each call too. "
                  "SIGTTIN and SIGTTOU raise and lower it"},
    option{.sets = &options::log_format, .name = "log-format", .takes = "FORMAT",
           .wanted = "logfmt or json", .doc = "of its lines: logfmt or json"},
    option{.sets = &options::log_file, .name = "log-file", .takes = "FILE",
           .wanted = "the path of a file", .fits = is_path,
           .doc = "where lines go once it is ready; opened again at SIGHUP (default: standard "
                  "error)"},
    option{.sets = &options::log_params, .name = "log-params", .wanted = "1, true, 0 or false",
           .doc = "have the parameters in the lines of calls, up to 256 bytes of them"},

    option{.sets = &options::allow_host, .name = "allow-host", .among = group::access,
           .takes = "NAME", .wanted = "a host name without a port, or *",
           .fits = is_allowed_host,
           .doc = "a host name that requests may be for, * for any; may be repeated (default on "
                  "loopback: IP addresses and localhost, else any)"},
    option{.sets = &options::cors_origin, .name = "cors-origin", .among = group::access,
           .takes = "ORIGIN",
           .wanted = "an origin as browsers send it, https://example.org, or *",
           .fits = is_origin,
           .doc = "whose pages may call from a browser: https://example.org, * for all; may be "
                  "repeated (default only the server's own)"},

    option{.sets = &options::token_file, .name = "token-file", .among = group::access,
           .takes = "FILE", .wanted = "the path of a file", .fits = is_path,
           .doc = "who may call what: lines of a name, a token and the methods, '*' for any part; "
                  "read again at SIGHUP (default: everybody may call all)"},
    option{.sets = &options::caller_header, .name = "caller-header", .among = group::access,
           .takes = "NAME", .wanted = "the name of a field that means nothing else, such as X-User",
           .fits = is_caller_header,
           .doc = "the field in which a proxy names the user, for the functions and the log; "
                  "believed only from this machine and from --caller-from (default: none)"},
    option{.sets = &options::caller_from, .name = "caller-from", .among = group::access,
           .takes = "ADDRESS", .wanted = "an IP address without a port", .fits = is_ip,
           .doc = "the IP address of a proxy that may name the user; may be repeated"},
    option{.sets = &options::allow_uid, .name = "allow-uid", .among = group::access,
           .takes = "UID", .wanted = "a user's number", .fits = is_uid,
           .doc = "a user whose processes may connect by a unix socket; may be repeated (default: "
                  "all who may use its file)"},
    option{.sets = &options::socket_mode, .name = "socket-mode", .among = group::access,
           .takes = "MODE", .wanted = "three or four octal digits, such as 0660",
           .fits = is_mode, .doc = "the mode of the file of a unix socket"},
    option{.sets = &options::socket_owner, .name = "socket-owner", .among = group::access,
           .takes = "UID:GID", .wanted = "the numbers of a user and a group, such as 33:33",
           .fits = is_owner, .doc = "whose it is (default: this process's)"},

    option{.sets = &options::sandbox, .name = "sandbox", .among = group::rights,
           .wanted = "on, off or where-possible",
           .doc = "give up, once it listens, what serving does not need: files, new sockets and "
                  "processes, privileges; --no-sandbox: don't; --sandbox=where-possible: what the "
                  "kernel has of it"},
    option{.sets = &options::sandbox_read, .name = "sandbox-read", .among = group::rights,
           .takes = "PATH", .wanted = "the absolute path of a file or folder",
           .fits = is_absolute_path,
           .doc = "what methods may read in the sandbox, with all beneath it; may be repeated"},
    option{.sets = &options::sandbox_write, .name = "sandbox-write", .among = group::rights,
           .takes = "PATH", .wanted = "the absolute path of a file or folder",
           .fits = is_absolute_path,
           .doc = "what they may read and write there, with all beneath it; may be repeated"},
    option{.sets = &options::user, .name = "user", .among = group::rights,
           .takes = "UID[:GID]",
           .wanted = "a user's number, perhaps with a group's, 1000 or 1000:100, and not root's",
           .fits = is_user,
           .doc = "whom root becomes once it listens, by number; without GID it is UID too"},

    rows::size(&limits::target_bytes_max, "target-bytes-max", 16, 32 << 10,
                 "path and query of a request"),
    rows::size(&limits::header_bytes_max, "header-bytes-max", 256, header_bytes_limit,
                 "request line and fields"),
    rows::count(&limits::header_count_max, "header-count-max", 4, 10'000, "fields of a request"),
    rows::size(&limits::request_bytes_max, "request-bytes-max", 64, 1024 * rows::mebi,
                 "body of a request"),
    rows::count(&limits::json_depth_max, "json-depth-max", 3, json_depth_limit,
                  "arrays and objects in one another"),
    rows::count(&limits::json_nodes_max, "json-nodes-max", 16, 512 * rows::mebi,
                  "values and names of a message"),
    rows::count(&limits::batch_length_max, "batch-length-max", 1, 1'000'000,
                  "requests of a batch"),
    rows::size(&limits::response_bytes_max, "response-bytes-max", 256, 1024 * rows::mebi,
                 "results of a message"),
    rows::count(&limits::blocking_threads, "blocking-threads", 1, 10'000,
                  "calls of blocking methods at once"),
    rows::count(&limits::blocking_queue_max, "blocking-queue-max", 0, 1'000'000,
                  "calls that wait for one of these threads"),
    rows::count(&limits::connections_max, "connections-max", 1, 1'000'000,
                  "connections at once"),
    rows::size(&limits::memory_max, "max-memory", 1 * rows::mebi, rows::mebi * rows::mebi,
                 "what all connections and messages hold together"),
    rows::count(&limits::pipelined_answers_max, "pipelined-answers-max", 1, 10'000,
                  "answers made for a connection before they are sent"),
    rows::size(&limits::body_rate_min, "body-rate-min", 0, 1024 * rows::mebi,
                 "of a body each second, if it takes longer than its time; 0: none may"),
    rows::size(&limits::write_rate_min, "write-rate-min", 1, 1024 * rows::mebi,
                 "of an answer each second that a client must take, over write-timeout-ms"),
    rows::count(&limits::log_rate_max, "log-rate-max", 1, 1'000'000,
                  "errors and warnings a second in the log, of each worker and thread"),

    rows::time(&limits::header_timeout_ms, "header-timeout-ms", 10, 24 * rows::hour,
                 "for a request's head to arrive"),
    rows::time(&limits::body_timeout_ms, "body-timeout-ms", 10, 24 * rows::hour,
                 "for its body to arrive"),
    rows::time(&limits::idle_timeout_ms, "idle-timeout-ms", 10, 24 * rows::hour,
                 "between two requests"),
    rows::time(&limits::write_timeout_ms, "write-timeout-ms", 10, 24 * rows::hour,
                 "in which a client takes write-rate-min of its answer"),
    rows::time(&limits::linger_timeout_ms, "linger-timeout-ms", 0, rows::hour / 60,
                 "reading on after an error"),
    rows::time(&limits::drain_delay_ms, "drain-delay-ms", 0, rows::hour,
                 "from SIGTERM to closing the listeners. Meanwhile /readyz is 503 and calls are "
                 "taken: behind a proxy that asks it make it longer than the proxy takes to see "
                 "that, 2s or more, or calls are lost"),
    rows::time(&limits::drain_timeout_ms, "drain-timeout-ms", 0, rows::hour,
                 "from then to closing connections"),
    rows::time(&limits::upgrade_timeout_ms, "upgrade-timeout-ms", 10, rows::hour,
                 "for the new program to serve, after SIGUSR2"),
    rows::time(&limits::slow_ms, "slow-ms", 0, rows::hour,
                 "that a call may hold an event loop before the log warns of it; 0: it never does"),
};

// This sum would lack a limit without an option.
inline constexpr std::size_t limits_bytes = [] {
    std::size_t sum = 0;
    for (const option& o : all_options) {
        if (o.is<size_member>()) sum += sizeof(std::size_t);
        if (o.is<time_member>()) sum += sizeof(std::uint32_t);
    }
    return sum;
}();
static_assert((limits_bytes + alignof(limits) - 1) / alignof(limits) * alignof(limits) ==
              sizeof(limits), "every limit has one option");

}  // namespace callbox::cli
