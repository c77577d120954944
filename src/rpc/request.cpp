// Input: a JSON value. Output: a request, for dispatch, or why it is invalid. With a row of the
// table: a node for each parameter, which the row's thunk reads next.
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

namespace {

// Binds the items to the first parameters. Does not report missing ones if there are too many
// items: that would be misleading.
void bind_by_position(value params, const row& r, std::span<const param> declared,
                      given_nodes& given, violations& bad) {
    std::size_t count = 0;
    for (const value item : params.items()) {
        if (count < r.by_position_count) given[count] = &item.as_node();
        ++count;
    }
    const std::size_t most = r.by_position_count;
    for (std::size_t i = std::min(count, most); i < declared.size(); ++i) given[i] = nullptr;
    if (count <= r.by_position_count) {
        if (count < declared.size()) find_missing(params.index(), declared, given, bad);
        return;
    }
    const bool more_by_name = count <= r.params.count || r.by_position_count == 0;
    const bool by_name_only = r.by_position_count < r.params.count && more_by_name;
    bad.add({.kind = by_name_only ? violation_kind::by_name_only : violation_kind::too_many,
             .at = params.index(), .most = r.by_position_count, .got = count});
}

}  // namespace

void bind(document& text, node* params, const table& methods, const row& r, given_nodes& given,
          violations& bad) {
    const auto declared = methods.params_of(r);
    if (params != nullptr && params->type == kind::array)
        return bind_by_position({text, *params}, r, declared, given, bad);
    std::fill_n(given.begin(), declared.size(), nullptr);
    std::uint32_t at = 0;
    if (params != nullptr) {
        const value all(text, *params);
        at = all.index();
        find_members(all, declared, given, bad);
    }
    find_missing(at, declared, given, bad);
}

}  // namespace callbox::rpc
