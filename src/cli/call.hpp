// `call`: a client for any server of JSON-RPC over HTTP, one request at a time.
#pragma once

#include "arguments.hpp"
#include "command.hpp"
#include "flags.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::cli {

inline constexpr std::array call_flags{
    flag{"--json", "PARAMS", "an array or an object of JSON", "all params as JSON: '[1, 2]'"},
    flag{"--notify", "", "", "send a notification, which has no answer"},
    flag{"--timeout", "TIME", "a time from 10ms to 24h, such as 1500, 1500ms, 5s or 2m",
         "for the whole call (default 30s)"},
    flag{"--token-file", "FILE", "the path of a file with a token",
         "the token to send, in one line (default: the variable CALLBOX_TOKEN, or NAME_TOKEN of a "
         "program NAME)"},
};

// Does what the words say: URL METHOD [WORD]... Returns 0 with the result in `s.out`, JSON of the
// value that was sent; 1 with an error of the server in `s.errors`, or with a error when there is
// no answer; 2 with a error, and nothing sent, when the words are wrong.
int call(invocation& s);

// What the words say. The views are of the words.
struct order {
    std::string_view url;
    std::string_view method;
    std::vector<argument> arguments;
    std::optional<std::string_view> params;  // of --json
    std::string_view token_file = {};        // empty: none
    bool notify = false;
    std::uint32_t timeout_ms = 30'000;
};

// Returns nothing when the words are wrong: `error` is then one line.
std::optional<order> read_order(std::span<char* const> words, std::string& error);

}  // namespace callbox::cli
