// The request object of JSON-RPC 2.0, 4.
#pragma once

#include <callbox/json.hpp>

#include <string_view>

namespace callbox::rpc {

// What a message asks for: views of its text, which must outlive it.
class request {
public:
    explicit request(value message);
    request(const request&) = delete;
    request& operator=(const request&) = delete;

    // A sentence about why it is no request; null if it is one. If it is none, only id() is valid.
    const char* wrong() const { return wrong_; }

    value message() const { return message_; }
    std::string_view method() const { return message_.elsewhere(*method_).text(); }
    // The node of an array or an object; null where there are none.
    node* params() const { return params_->type == kind::null ? nullptr : params_; }
    bool is_notification() const { return id_ == &absent_; }
    // Its node; null: a notification.
    node* id_node() const { return is_notification() ? nullptr : id_; }
    // Its token, byte for byte; "null" where no legal one was sent.
    std::string_view id() const {
        return id_ == &absent_ ? "null" : message_.elsewhere(*id_).token();
    }

private:
    void find_members();
    node** place_of(std::string_view name);
    const char* check_members();

    node absent_{};  // stands for what was not sent: a null
    value message_;
    node* jsonrpc_ = &absent_;
    node* method_ = &absent_;
    node* params_ = &absent_;
    node* id_ = &absent_;
    bool twice_ = false;
    bool id_twice_ = false;
    const char* wrong_ = nullptr;
};

}  // namespace callbox::rpc
