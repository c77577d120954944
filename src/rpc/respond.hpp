// The response object of JSON-RPC 2.0, 5: members in the order jsonrpc, result or error, id.
#pragma once

#include "json/error_code.hpp"

#include <callbox/bytes.hpp>
#include <callbox/error.hpp>
#include <callbox/json.hpp>

#include <string_view>

namespace callbox::rpc {

inline constexpr std::string_view before_result = R"({"jsonrpc":"2.0","result":)";
inline constexpr std::string_view before_error = R"({"jsonrpc":"2.0","error":)";
inline constexpr std::string_view before_id = R"(,"id":)";

// Appends what follows a result or an error, beyond any limit. `id` is a JSON token.
inline void close_response(bytes& out, std::string_view id) {
    out.append_beyond(before_id);
    out.append_beyond(id);
    out.append_beyond("}");
}

// A whole response with an error. Each returns its code.
int respond_parse_error(bytes& out, const syntax_fault& why);
int respond_invalid_request(bytes& out, std::string_view id, std::string_view why);
int respond_batch_too_long(bytes& out, std::size_t length_max);
int respond_method_not_found(bytes& out, std::string_view id, std::string_view did_you_mean);
int respond_internal_error(bytes& out, std::string_view id, std::string_view incident);
int respond_too_large(bytes& out, std::string_view id);
int respond_busy(bytes& out, std::string_view id);
int respond_timed_out(bytes& out, std::string_view id);

}  // namespace callbox::rpc
