// Asks a server over client/dial, and reads its answer as JSON-RPC.
#include "reply.hpp"

#include "signature.hpp"

namespace callbox::cli {

std::string ask(net::client& server, std::string_view request, answered& out) {
    std::string problem = server.ask("POST", request, out.from);
    if (problem.empty()) out.reply = read_reply(out.parsed, out.from.body());
    return problem;
}

// response = { "jsonrpc": "2.0", "result" or "error", "id" }       JSON-RPC 2.0, 5 and 5.1
// An error may lack the id, since the server may be unable to read it.
reply read_reply(document& parsed, std::span<char> text) {
    if (!parsed.parse(text)) return {};
    const value root = parsed.root();
    const auto id = root.find("id");
    const auto result = root.find("result");
    const auto failure = root.find("error");
    if (text_of(root, "jsonrpc") != "2.0" || result.has_value() == failure.has_value()) return {};
    const bool is_ours = id && id->is(kind::integer) && id->token() == "1";
    if (result && is_ours) return {.kind = reply_kind::result, .result = result->token()};
    if (!failure || !(is_ours || !id || id->is(kind::null))) return {};
    const auto code = failure->find("code");
    const auto message = text_of(*failure, "message");
    const auto data = failure->find("data");
    if (!code || !code->is(kind::integer) || !message) return {};
    return {.kind = reply_kind::error, .code = code->token(), .message = *message,
            .data = data ? data->token() : std::string_view{}};
}

std::string text_without_reply(net::response_parser& came, bool had_token) {
    if (came.status() / 100 != 2)
        return net::status_text(came).append(token_advice(came, had_token));
    return came.body().empty() ? "the server answered nothing"
                               : "the server's answer is not JSON-RPC 2.0";
}

// The server's own message names a field of HTTP; whoever runs a command has a flag and a variable.
std::string token_advice(const net::response_parser& came, bool had_token) {
    if (came.status() != 401) return "";
    return had_token ? ": it does not take the token of --token-file or CALLBOX_TOKEN"
                     : ": --token-file FILE or CALLBOX_TOKEN has a token to send";
}

}  // namespace callbox::cli
