// The response object of JSON-RPC 2.0, 5: members in the order jsonrpc, result or error, id.
#pragma once

#include <callbox/table.hpp>

namespace callbox::rpc {

// Error codes that are not declared by a method: those of JSON-RPC 2.0, 5.1, and callbox's own.
enum code : int {
    parse_error = -32700,
    invalid_request = -32600,
    method_not_found = -32601,
    invalid_params = -32602,
    internal_error = -32603,
    response_too_large = -32001,
    busy = -32002,
    timed_out = -32003,
    stream_required = -32004,
    too_many_subscriptions = -32005,
    cannot_resume = -32007,
};

inline constexpr std::string_view before_result = R"({"jsonrpc":"2.0","result":)";
inline constexpr std::string_view before_error = R"({"jsonrpc":"2.0","error":)";
inline constexpr std::string_view before_id = R"(,"id":)";

// Appends the text before a result, which compiles to two stores.
[[gnu::always_inline]] inline void begin_result(bytes& out) {
    if (char* const to = out.room(before_result.size())) {
        std::memcpy(to, before_result.data(), before_result.size());
        out.commit(before_result.size());
    }
}

// Appends the text after a result or an error, regardless of any limit. `id` is a JSON token.
[[gnu::always_inline]] inline void close_response(bytes& out, std::string_view id) {
    const std::size_t size = before_id.size() + id.size() + 1;
    char* to = out.room_beyond(size);
    if (to == nullptr) return;
    std::memcpy(to, before_id.data(), before_id.size());
    to += before_id.size();
    if (id.size() > 8) std::memcpy(to, id.data(), id.size());
    else for (std::size_t i = 0; i < id.size(); ++i) to[i] = id[i];  // usually a few digits
    to[id.size()] = '}';
    out.commit_beyond(size);
}

// Lifts the limit of an answer during its lifetime: an error is short and must be sent.
class unlimited {
public:
    unlimited(bytes& out, std::size_t limit) : out_(out), limit_(limit) { out.limit(bytes::most); }
    ~unlimited() { out_.limit(limit_); }
    unlimited(const unlimited&) = delete;

private:
    bytes& out_;
    std::size_t limit_;
};

// A member of an error's data. An empty text is omitted.
struct data_member {
    std::string_view name;
    std::variant<std::string_view, std::size_t> value;
};

// Each appends a complete error response and returns its code. Without members there is no "data".
int respond_error(bytes& out, std::string_view id, int code, std::string_view message,
                  std::initializer_list<data_member> data = {});
int respond_parse_error(bytes& out, const syntax_error& why);
int respond_invalid_request(bytes& out, std::string_view id, std::string_view why);
int respond_too_large(bytes& out, std::string_view id);
int respond_timed_out(bytes& out, std::string_view id);

// Whether a response is to a request that was not read. A server that cannot read a request, or
// refuses it before it reads it, does not know its id: the response is an error with id null.
bool is_refusal(value response);

// A call with violations.
struct refused_call {
    const table& methods;
    const row& method;
    document& text;
    std::uint32_t params;        // the node of params; 0 if there are none
    unsigned& suggestions_left;  // for its message; counted down
};

// Writes the members of an error object: code, message (the first violation in one sentence, or all
// of them, one per line, with "did you mean") and data (all of them). Requires: `all` is not empty.
void write_invalid_params(writer& to, const refused_call& call, std::span<const violation> all,
                          bool all_in_message = false);

}  // namespace callbox::rpc
