// The table of options of `serve`: flags, environment variables, checks and --help. Reads them from
// the environment and the command line.
#pragma once

#include "base/address.hpp"
#include "command.hpp"
#include "site/site.hpp"
#include "system/identity.hpp"
#include "system/systemd.hpp"
#include "value.hpp"

namespace callbox::cli {

// The headings of --help, each with the name of the first option below it.
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 5> headings{{
    {"listen", "Serving"}, {"allow-host", "Access"}, {"sandbox", "Privileges"},
    {"target-bytes-max", "Limits"}, {"header-timeout-ms", "Timeouts"}}};

// Distinct types, as the two members have the same type if size_t has 32 bits.
struct size_member {
    std::size_t limits::*at;
};
struct time_member {
    std::uint32_t limits::*at;
};

// --name is the flag, CALLBOX_NAME the variable. The type of the member determines the kind of
// option: a vector may be repeated; a number in `options` may be "auto", which is 0.
struct option {
    std::variant<bool options::*, status_mode options::*, websocket_mode options::*,
                 sandbox_mode options::*, log_level options::*, log_format options::*,
                 std::string options::*, std::vector<std::string> options::*,
                 std::size_t options::*, size_member, time_member> sets;
    std::string_view name;
    // One word: ADDRESS. Empty: a flag that needs no value and that --no-name switches off.
    std::string_view takes = {};
    std::string_view wanted = {};  // the expected value, for errors; empty: a bool
    // The values of an enumeration, in order. For a flag, 0 and false are aliases of "off", 1 and
    // true of "on".
    std::span<const std::string_view> choices = {};
    bool (*fits)(std::string_view) = nullptr;  // checks a text
    unit in = unit::count;                     // of an amount, like the next two
    std::uint64_t least = 0;
    std::uint64_t most = 0;
    std::string_view doc = {};                 // a clause

    template <class Member> constexpr bool is() const {
        return std::holds_alternative<Member>(sets);
    }
    constexpr bool is_flag() const { return takes.empty(); }
    constexpr bool is_repeatable() const { return is<std::vector<std::string> options::*>(); }
    constexpr bool is_amount() const {
        return is<size_member>() || is<time_member>() || is<std::size_t options::*>();
    }
};

inline constexpr std::string_view status_modes[]{"rpc", "always-200", "mapped"};
inline constexpr std::string_view websocket_modes[]{"automatic", "on", "off"};
inline constexpr std::string_view sandbox_modes[]{"off", "where-possible", "on"};
inline constexpr std::string_view log_levels[]{"error", "warn", "info"};
inline constexpr std::string_view log_formats[]{"logfmt", "json"};

// Whether `Read` accepts the text.
template <auto Read> bool is_read_by(std::string_view text) { return Read(text).has_value(); }
inline bool is_not_empty(std::string_view text) { return !text.empty(); }

namespace rows {

template <class Member, unit In>
constexpr option limit(decltype(Member::at) member, std::string_view name, std::uint64_t least,
                       std::uint64_t most, std::string_view doc) {
    return {.sets = Member{member}, .name = name,
            .takes = In == unit::count ? "NUMBER" : In == unit::bytes ? "SIZE" : "TIME",
            .in = In, .least = least, .most = most, .doc = doc};
}
inline constexpr auto count = limit<size_member, unit::count>;
inline constexpr auto size = limit<size_member, unit::bytes>;
inline constexpr auto time = limit<time_member, unit::ms>;

inline constexpr std::uint64_t mebi = 1 << 20;
inline constexpr std::uint64_t hour = 3'600'000;

}  // namespace rows

// In the order of --help.
inline constexpr std::array all_options{
    option{.sets = &options::listen, .name = "listen", .takes = "ADDRESS",
           .wanted = "an address such as 127.0.0.1:8080, [::1]:8080, :8080, unix:/run/x.sock or "
                     "fd:3",
           .fits = is_address,
           .doc = "address to listen on: 127.0.0.1:8080, [::1]:8080, :8080 (all addresses), "
                  "unix:/run/x.sock or fd:3; port 0 selects a free port; may be repeated"},
    option{.sets = &options::admin_listen, .name = "admin-listen", .takes = "ADDRESS",
           .wanted = "an address such as 127.0.0.1:9090, :9090, unix:/run/x.sock or fd:3",
           .fits = is_address,
           .doc = "address that serves /metrics and the health pages, but no calls; may be "
                  "repeated (default: the addresses of --listen)"},
    option{.sets = &options::mount, .name = "mount", .takes = "PATH",
           .wanted = "a path of one or more segments, such as /api or /v1/rpc",
           .fits = site::is_mount, .doc = "path of the endpoint"},
    option{.sets = &options::public_url, .name = "public-url", .takes = "URL",
           .wanted = "the endpoint's URL, such as https://example.org/api", .fits = is_url,
           .doc = "URL of the endpoint behind a proxy, as clients use it, for the OpenRPC document "
                  "(default: http:// and the Host field of the request)"},
    option{.sets = &options::enable_web_browsable_api, .name = "enable-web-browsable-api",
           .doc = "serve the explorer, a page that calls the methods, at PATH/browse"},
    option{.sets = &options::mcp, .name = "mcp",
           .doc = "serve the methods as tools for AI clients (Model Context Protocol) at "
                  "PATH/mcp"},
    option{.sets = &options::websocket, .name = "websocket", .wanted = "on, off or automatic",
           .choices = websocket_modes,
           .doc = "accept calls over WebSockets at PATH; automatic: if there are events"},
    option{.sets = &options::http_status, .name = "http-status", .takes = "MODE",
           .wanted = "rpc, always-200 or mapped", .choices = status_modes,
           .doc = "status of responses. rpc: 200, or 204 if there is no response; always-200: "
                  "never 204; mapped: 400, 404 or 500 for errors"},
    option{.sets = &options::workers, .name = "workers", .takes = "N|auto", .least = 1,
           .most = workers_max,
           .doc = "number of event loops; auto: one per core. More than one, where calls "
                  "run concurrently, requires a table marked thread_safe"},
    option{.sets = &options::upgrade, .name = "upgrade",
           .doc = "on SIGUSR2, re-execute the binary; the new process takes over without dropping "
                  "a request; costs a second, small process"},
    option{.sets = &options::server_timing, .name = "server-timing",
           .doc = "report the duration of calls in the response field Server-Timing"},
    option{.sets = &options::shapes, .name = "shapes",
           .doc = "fast path: remember request layouts to parse less of similar requests; "
                  "--no-shapes is for debugging"},
    option{.sets = &options::log_level, .name = "log-level", .takes = "LEVEL",
           .wanted = "error, warn or info", .choices = log_levels,
           .doc = "error; warn: operational warnings too; info: a line for each call too. SIGTTIN "
                  "raises the level, SIGTTOU lowers it"},
    option{.sets = &options::log_format, .name = "log-format", .takes = "FORMAT",
           .wanted = "logfmt or json", .choices = log_formats,
           .doc = "format of log lines: logfmt or json"},
    option{.sets = &options::log_file, .name = "log-file", .takes = "FILE",
           .wanted = "the path of a file", .fits = is_not_empty,
           .doc = "log file, used once the server is ready and reopened on SIGHUP (default: "
                  "standard error)"},
    option{.sets = &options::log_params, .name = "log-params",
           .doc = "log call parameters, up to 256 bytes of each call"},

    option{.sets = &options::allow_host, .name = "allow-host", .takes = "NAME",
           .wanted = "a host name without a port, or *", .fits = is_allowed_host,
           .doc = "host name accepted in requests, * for any; may be repeated (default: any; on "
                  "loopback, IP addresses and localhost)"},
    option{.sets = &options::cors_origin, .name = "cors-origin", .takes = "ORIGIN",
           .wanted = "an origin such as https://example.org, or *", .fits = is_origin,
           .doc = "origin whose pages may call from a browser: https://example.org, * for all; may "
                  "be repeated (default: only the server's own)"},
    option{.sets = &options::token_file, .name = "token-file", .takes = "FILE",
           .wanted = "the path of a file", .fits = is_not_empty,
           .doc = "access control file: lines of a name, a token and the allowed methods, * as a "
                  "wildcard; reread on SIGHUP (default: all calls are allowed)"},
    option{.sets = &options::caller_header, .name = "caller-header", .takes = "NAME",
           .wanted = "the name of a header field without another meaning, such as X-User",
           .fits = site::caller_field::is_name,
           .doc = "header field in which a proxy names the user, for methods and the log; accepted "
                  "only from this machine and from --caller-from (default: none)"},
    option{.sets = &options::caller_from, .name = "caller-from", .takes = "ADDRESS",
           .wanted = "an IP address without a port",
           .fits = [](std::string_view text) { return !net::host_text(text).empty(); },
           .doc = "IP address of a trusted proxy that sets --caller-header; may be repeated"},
    option{.sets = &options::allow_uid, .name = "allow-uid", .takes = "UID",
           .wanted = "a numeric user id", .fits = is_read_by<system::parse_uid>,
           .doc = "user whose processes may connect to a unix socket; may be repeated (default: "
                  "all users with access to the socket file)"},
    option{.sets = &options::socket_mode, .name = "socket-mode", .takes = "MODE",
           .wanted = "three or four octal digits, such as 0660",
           .fits = is_read_by<system::parse_mode>, .doc = "mode of the socket file"},
    option{.sets = &options::socket_owner, .name = "socket-owner", .takes = "UID:GID",
           .wanted = "a numeric user and group id, such as 33:33",
           .fits = is_read_by<system::parse_owner>,
           .doc = "owner of the socket file (default: the owner of this process)"},

    option{.sets = &options::sandbox, .name = "sandbox", .wanted = "on, off or where-possible",
           .choices = sandbox_modes,
           .doc = "drop files, new sockets, processes and privileges once it listens; "
                  "--sandbox=where-possible: as far as the kernel supports it; --no-sandbox: drop "
                  "nothing"},
    option{.sets = &options::sandbox_read, .name = "sandbox-read", .takes = "PATH",
           .wanted = "the absolute path of a file or folder", .fits = is_absolute_path,
           .doc = "file or folder that methods may read in the sandbox, with its contents; may be "
                  "repeated"},
    option{.sets = &options::sandbox_write, .name = "sandbox-write", .takes = "PATH",
           .wanted = "the absolute path of a file or folder", .fits = is_absolute_path,
           .doc = "file or folder that methods may read and write in the sandbox, with its "
                  "contents; may be repeated"},
    option{.sets = &options::user, .name = "user", .takes = "UID[:GID]",
           .wanted = "a numeric user id other than 0, with or without a group id: 1000 or 1000:100",
           .fits = is_read_by<system::parse_user>,
           .doc = "user to switch to after binding, by numeric id; only for root; GID defaults to "
                  "UID"},

    rows::size(&limits::target_bytes_max, "target-bytes-max", 16, 32 << 10,
               "path and query of a request"),
    rows::size(&limits::header_bytes_max, "header-bytes-max", 256, header_bytes_limit,
               "request line and header fields"),
    rows::count(&limits::header_count_max, "header-count-max", 4, 10'000,
                "header fields of a request"),
    rows::size(&limits::request_bytes_max, "request-bytes-max", 64, 1024 * rows::mebi,
               "request body"),
    rows::count(&limits::json_depth_max, "json-depth-max", 3, json_depth_limit,
                "nesting depth of arrays and objects"),
    rows::count(&limits::json_nodes_max, "json-nodes-max", 16, 512 * rows::mebi,
                "values and member names of a message"),
    rows::count(&limits::batch_length_max, "batch-length-max", 1, 1'000'000, "requests in a batch"),
    rows::size(&limits::response_bytes_max, "response-bytes-max", 256, 1024 * rows::mebi,
               "results of a message"),
    rows::count(&limits::blocking_threads, "blocking-threads", 1, 10'000,
                "concurrent calls of blocking methods"),
    rows::count(&limits::blocking_queue_max, "blocking-queue-max", 0, 1'000'000,
                "calls waiting for a blocking thread"),
    rows::count(&limits::pending_calls_max, "pending-calls-max", 0, 10'000'000,
                "calls that wait for an answer later"),
    rows::count(&limits::connections_max, "connections-max", 1, 1'000'000,
                "concurrent connections"),
    rows::size(&limits::memory_max, "max-memory", 1 * rows::mebi, rows::mebi * rows::mebi,
               "memory of all connections and messages"),
    rows::count(&limits::pipelined_answers_max, "pipelined-answers-max", 1, 10'000,
                "unsent responses of a connection"),
    rows::count(&limits::subscriptions_max, "subscriptions-max", 1, 10'000,
                "subscriptions of a WebSocket"),
    rows::size(&limits::subscription_bytes_max, "subscription-bytes-max", 1024, 1024 * rows::mebi,
               "events of a subscription that wait to be sent"),
    rows::size(&limits::body_rate_min, "body-rate-min", 0, 1024 * rows::mebi,
               "bytes per second required of a body that takes longer than --body-timeout-ms; 0: "
               "no body may take longer"),
    rows::size(&limits::write_rate_min, "write-rate-min", 1, 1024 * rows::mebi,
               "bytes per second that a client must read of a response, measured over "
               "--write-timeout-ms"),
    rows::count(&limits::log_rate_max, "log-rate-max", 1, 1'000'000,
                "errors and warnings logged per second by each worker and thread"),

    rows::time(&limits::header_timeout_ms, "header-timeout-ms", 10, 24 * rows::hour,
               "to receive the head of a request"),
    rows::time(&limits::body_timeout_ms, "body-timeout-ms", 10, 24 * rows::hour,
               "to receive the body of a request"),
    rows::time(&limits::idle_timeout_ms, "idle-timeout-ms", 10, 24 * rows::hour,
               "between two requests of a connection"),
    rows::time(&limits::write_timeout_ms, "write-timeout-ms", 10, 24 * rows::hour,
               "period over which --write-rate-min is measured"),
    rows::time(&limits::linger_timeout_ms, "linger-timeout-ms", 0, rows::hour / 60,
               "to keep reading after an error"),
    rows::time(&limits::ping_interval_ms, "ping-interval-ms", 10, 24 * rows::hour,
               "without bytes from a WebSocket until it gets a ping, and again until it is closed"),
    rows::time(&limits::drain_delay_ms, "drain-delay-ms", 0, rows::hour,
               "from SIGTERM to closing the listeners. Meanwhile /readyz returns 503 and calls "
               "are answered. Behind a proxy that checks /readyz it must be longer than the "
               "proxy takes to notice, 2s or more; otherwise calls are lost"),
    rows::time(&limits::drain_timeout_ms, "drain-timeout-ms", 0, rows::hour,
               "from closing the listeners to closing connections"),
    rows::time(&limits::upgrade_timeout_ms, "upgrade-timeout-ms", 10, rows::hour,
               "for the new process to become ready after SIGUSR2"),
    rows::time(&limits::slow_ms, "slow-ms", 0, rows::hour,
               "warn if a call blocks an event loop for longer; 0: never"),
};

// The sum is too small if a limit has no option.
inline constexpr std::size_t limits_bytes = [] {
    std::size_t sum = 0;
    for (const option& o : all_options) {
        if (o.is<size_member>()) sum += sizeof(std::size_t);
        if (o.is<time_member>()) sum += sizeof(std::uint32_t);
    }
    return sum;
}();
static_assert((limits_bytes + alignof(limits) - 1) / alignof(limits) * alignof(limits) ==
              sizeof(limits), "every limit must have one option");

// Returns `defaults`, overridden by `environment` ("NAME=value", terminated by null), overridden by
// the flags in `words`. A list is replaced as a whole. Returns nothing if an argument or a variable
// is invalid: `error` is then one line that names it and the expected value. Empty and unknown
// variables are ignored. A variable of the program (INVENTORY_LISTEN, from `defaults.name`) takes
// precedence over callbox's. The program's own options go to `own`, if there are any.
std::optional<options> read_options(std::span<const char* const> words,
                                    const char* const* environment, std::string& error,
                                    const options& defaults = {}, settings* own = nullptr);

// A line for each unknown variable that begins with CALLBOX_, as it is probably misspelt. Variables
// that Kubernetes sets for a service of that name are skipped. Variables that begin with the
// program's name are included only if they resemble an option: the program may have its own.
std::vector<std::string> unknown_variables(const char* const* environment,
                                           std::string_view program = {},
                                           std::span<const setting_row> own = {});

// "--listen".
std::string flag_of(const option& o);

// The value of an option's variable: the program's own before callbox's; empty if neither is set.
// `name` becomes the name of the variable that was read last.
std::string_view option_variable(const char* const* environment, std::string_view program,
                                 std::string_view option, std::string& name);

// The variable of an option "db" of the program "inventory": INVENTORY_DB; CALLBOX_DB if the
// program has no name.
std::string variable_name(std::string_view program, std::string_view option);

// The option's value in `from`, as on a command line; empty for an empty list.
std::string value_text(const option& o, const options& from);

// The expected value, for error messages: "a size from 64 to 1M, such as ...".
std::string wanted_text(const option& o);

}  // namespace callbox::cli
