// Input: a JSON value. Output: a request, for bind and dispatch, or why it is invalid.
#include "request.hpp"

#include "base/ascii.hpp"

namespace callbox::rpc {

// Keeps the last of several members of one name, and records the duplicate for check_members().
request::request(value message) : message_(message) {
    if (message_.is(kind::object))
        for (const auto each : message_.members()) {
            node** const place = place_of(each.name.text());
            if (place == nullptr) continue;
            if (*place != &absent_) [[unlikely]] (place == &id_ ? id_twice_ : twice_) = true;
            *place = &each.value.as_node();
        }
    wrong_ = check_members();
}

// Null for a name without a meaning.
inline node** request::place_of(std::string_view name) {
    switch (name.size()) {
    case 2: return ascii::is_same(name, "id") ? &id_ : nullptr;
    case 6:
        if (ascii::is_same(name, "method")) return &method_;
        return ascii::is_same(name, "params") ? &params_ : nullptr;
    case 7: return ascii::is_same(name, "jsonrpc") ? &jsonrpc_ : nullptr;
    default: return nullptr;
    }
}

bool request::is_response() const {
    if (!message_.is(kind::object) || method_ != &absent_) return false;
    for (const auto each : message_.members())
        if (each.name.text() == "result" || each.name.text() == "error") return true;
    return false;
}

// An object without a valid "jsonrpc" and "method" is not a request, and so not a notification
// either, even without an id (examples of section 7).
inline const char* request::check_members() {
    if (!message_.is(kind::object)) return "a request must be an object";
    const kind id = id_->type, params = params_->type;
    if (id_twice_ || id == kind::boolean || id == kind::array || id == kind::object) {
        id_ = &absent_;
        return id_twice_ ? "duplicate \"id\"" : "\"id\" must be a string, a number or null";
    }
    const value version = message_.elsewhere(*jsonrpc_);
    if (twice_) return "duplicate member";
    if (!version.is(kind::string) || !ascii::is_same(version.text(), "2.0"))
        return "\"jsonrpc\" must be \"2.0\"";
    if (method_->type != kind::string) return "\"method\" must be a string";
    if (params != kind::array && params != kind::object && params != kind::null)
        return "\"params\" must be an array or an object";
    return nullptr;
}

}  // namespace callbox::rpc
