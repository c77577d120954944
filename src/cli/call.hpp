// `call`: a client that sends one request to any JSON-RPC server over HTTP. `probe`: a health
// check, for containers without a shell.
#pragma once

#include "command.hpp"

namespace callbox::cli {

inline constexpr std::array call_flags{
    flag{"--json", "PARAMS", "a JSON array or object", "all params as JSON: '[1, 2]'"},
    flag{"--notify", "", "", "send a notification, which gets no response"},
    flag{"--follow", "", "",
         "subscribe to an event and print the payload of each, on one line, until the server ends "
         "the subscription; reconnects, and reports missed events on standard error"},
    flag{"--timeout", "TIME", "a time from 10ms to 24h, such as 1500, 1500ms, 5s or 2m",
         "time limit of the whole call, or of subscribing (default 30s)"},
    flag{"--token-file", "FILE", "the path of a file with a token",
         "file with the token to send, on one line (default: the variable CALLBOX_TOKEN, or "
         "NAME_TOKEN of a program NAME)"},
};

// Runs `call URL METHOD [ARGUMENT]...`. Returns 0 with the result in `s.out`, as the JSON that the
// server sent; 1 with the server's error in `s.errors`, or with an error in `s.error` if there was
// no response; 2 with an error in `s.error` if an argument is invalid, and nothing was sent. With
// --follow it returns, with 1, when the subscription ends or the reader of `s.out` has left.
int call(invocation& s);

// The arguments of the command. The views point into its words.
struct order {
    std::string_view url;
    std::string_view method;
    std::span<const argument> arguments;
    std::optional<std::string_view> params;  // of --json
    std::string_view token_file;             // empty: none
    bool notify = false;
    bool follow = false;
    std::uint32_t timeout_ms = 30'000;
};

// Requires: two arguments were given. False if one is invalid: `error` is then one line.
[[nodiscard]] bool read_order(const given_flags& given, order& out, std::string& error);

inline constexpr std::string_view probe_usage =
    "probe requires a URL: probe http://127.0.0.1:8080";

// Runs `probe URL`; the default path is /livez. Returns 0 if the response to GET is 200; 1 with an
// error for any other response, or none within 2 seconds; 2 with an error if the command line is
// invalid, and nothing was sent.
int probe(invocation& s);

// Reads the token from `file`, or from the environment if `file` is empty; never from the command
// line, which all users can read. The variable is that of an option "token" (cli/options):
// FLEET_TOKEN of a program "fleet" before CALLBOX_TOKEN. Leaves `token` empty if neither is set.
// False if the text is not a token: `error` is then one line, which never contains it.
[[nodiscard]] bool read_token(std::string_view file, const char* const* environment,
                              std::string& token, std::string& error,
                              std::string_view program = {});

// Appended to "the server answered 401": how to pass a token.
std::string token_advice(bool had_token, std::string_view program = {});

}  // namespace callbox::cli
