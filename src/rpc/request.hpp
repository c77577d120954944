// The request object of JSON-RPC 2.0, 4, and the parameters of its method.
#pragma once

#include <callbox/table.hpp>

namespace callbox::rpc {

// A request in a message, whose text must outlive it.
class request {
public:
    explicit request(value message);
    request(const request&) = delete;
    request& operator=(const request&) = delete;

    // Why the request is invalid, one sentence; null if it is valid. If not, only id() may be used.
    const char* wrong() const { return wrong_; }

    // Whether the message is a response: `result` or `error`, and no `method`. Requires: wrong().
    bool is_response() const;

    value message() const { return message_; }
    std::string_view method() const { return message_.elsewhere(*method_).text(); }
    // The node of an array or an object; null if there are no params.
    node* params() const { return params_->type == kind::null ? nullptr : params_; }
    bool is_notification() const { return id_ == &absent_; }
    // The node of the id; null for a notification.
    node* id_node() const { return is_notification() ? nullptr : id_; }
    // The token of the id, byte for byte; "null" if it is absent or invalid.
    std::string_view id() const {
        return id_ == &absent_ ? "null" : message_.elsewhere(*id_).token();
    }

private:
    node** place_of(std::string_view name);
    const char* check_members();

    node absent_{};  // in place of an absent member: a null
    value message_;
    node* jsonrpc_ = &absent_;
    node* method_ = &absent_;
    node* params_ = &absent_;
    node* id_ = &absent_;
    bool twice_ = false;
    bool id_twice_ = false;
    const char* wrong_ = nullptr;
};

// One node for each parameter of the method; null if it was not given.
using given_nodes = std::array<node*, method_params_max>;

// Finds the argument for each parameter of `r`, by position or by name. `params` is the node of an
// array or an object, or null if there are none. Adds to `bad` the parameters that are missing,
// surplus, duplicate, or keyword-only but given by position. The thunk checks types.
void bind(document& text, node* params, const table& methods, const row& r, given_nodes& given,
          violations& bad);

}  // namespace callbox::rpc
