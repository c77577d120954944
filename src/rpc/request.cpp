// A JSON value comes in, a request goes out, or the reason why it is none; then bind or dispatch.
#include "request.hpp"

#include "base/ascii.hpp"

#include <array>

namespace callbox::rpc {

namespace {

enum member : std::uint8_t { jsonrpc, method, params, id, count, unknown };

member member_of(std::string_view name) {
    if (ascii::is_same(name, "jsonrpc")) return member::jsonrpc;
    if (ascii::is_same(name, "method")) return member::method;
    if (ascii::is_same(name, "params")) return member::params;
    if (ascii::is_same(name, "id")) return member::id;
    return member::unknown;
}

// The node of each member, 0 where it is not there (0 is the root of the text, never a member).
struct members {
    std::array<std::uint32_t, member::count> nodes{};
    bool twice = false;
    bool id_twice = false;
};

members find_members(value message) {
    members found;
    for (const auto each : message.members()) {
        const member which = member_of(each.name.text());
        if (which == member::unknown) continue;
        if (found.nodes[which] != 0) (which == member::id ? found.id_twice : found.twice) = true;
        found.nodes[which] = each.is.index();
    }
    return found;
}

bool is_legal_id(kind k) {
    return k == kind::string || k == kind::integer || k == kind::number || k == kind::null;
}

bool may_be_params(kind k) {
    return k == kind::array || k == kind::object || k == kind::null;
}

}  // namespace

// An object without a right "jsonrpc" and "method" is no request, so it is no notification either,
// whether it has an id or not (examples of section 7).
request read_request(document& text, value message) {
    if (!message.is(kind::object)) return {.wrong = "a request is an object"};
    const members found = find_members(message);
    const auto has = [&](member m) { return found.nodes[m] != 0; };
    const auto get = [&](member m) { return value(text, found.nodes[m]); };
    const auto has_string = [&](member m) { return has(m) && get(m).is(kind::string); };

    request read;
    if (found.id_twice) return {.wrong = "\"id\" stands twice"};
    if (has(member::id)) {
        if (!is_legal_id(get(member::id).type()))
            return {.wrong = "\"id\" must be a string, a number or null"};
        read.id = get(member::id).token();
    }
    if (found.twice) read.wrong = "a member stands twice";
    else if (!has_string(member::jsonrpc) || !ascii::is_same(get(member::jsonrpc).text(), "2.0"))
        read.wrong = "\"jsonrpc\" must be \"2.0\"";
    else if (!has_string(member::method)) read.wrong = "\"method\" must be a string";
    else if (has(member::params) && !may_be_params(get(member::params).type()))
        read.wrong = "\"params\" must be an array or an object";
    if (read.wrong != nullptr) return read;

    read.method = get(member::method).text();
    read.notification = !has(member::id);
    if (has(member::params) && !get(member::params).is(kind::null))
        read.params = found.nodes[member::params];
    return read;
}

}  // namespace callbox::rpc
