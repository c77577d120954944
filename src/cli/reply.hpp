// What a server of JSON-RPC over HTTP answers to one request.
#pragma once

#include "client/dial.hpp"
#include "client/response.hpp"

#include <callbox/json.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace callbox::cli {

enum class reply_kind : std::uint8_t { result, error, other };

// A response of JSON-RPC 2.0, to the request with id 1. The views are of the text that was read.
struct reply {
    reply_kind kind = reply_kind::other;
    std::string_view result = {};  // the token
    std::string_view code = {};    // the token
    std::string_view message = {};
    std::string_view data = {};    // the token; empty: there is none
};

// Returns `other` when `text` is anything else. `parsed` must outlive the reply.
reply read_reply(document& parsed, std::span<char> text);

// The densest JSON of that size has a value in two bytes.
inline constexpr std::size_t answer_nodes_max = net::response_parser::body_bytes_max / 2;

// The text of an answer and what it says.
struct answered {
    net::response_parser from;
    document parsed{json_depth_limit, answer_nodes_max};
    cli::reply reply;
};

// Asks for the document of the server's methods.
inline constexpr std::string_view discover_request =
    R"({"jsonrpc":"2.0","method":"rpc.discover","id":1})";

// Posts a request with id 1. Returns an empty string, or one line that says why there is no answer
// of HTTP.
[[nodiscard]] std::string ask(net::client& server, std::string_view request, answered& out);

// What came in place of a JSON-RPC response, in one line.
std::string text_without_reply(net::response_parser& came, bool had_token);

// Behind "the server answered 401": where a token comes from. Empty for any other status.
std::string token_advice(const net::response_parser& came, bool had_token);

}  // namespace callbox::cli
