// Input: a message. Output: its answer. Determines the era of the message, applies the checks of
// that era, and answers all methods except tools/call, which is in call.cpp.
#include "endpoint.hpp"

#include "base/sha256.hpp"
#include "base/utf8.hpp"
#include "rpc/members.hpp"

namespace callbox::mcp {

using std::string_view_literals::operator""sv;  // with a length known at compile time

namespace {

constexpr std::string_view modern_version = "2026-07-28";
constexpr std::array<std::string_view, 4> legacy_versions{"2025-11-25", "2025-06-18", "2025-03-26",
                                                          "2024-11-05"};
constexpr int header_mismatch = -32020;
constexpr int unsupported_version = -32022;
constexpr std::size_t unknown_version_max = 64;  // bytes of an unknown version in the error
constexpr std::size_t nodes_kept = 4096;

bool is_legacy_version(std::string_view text) {
    return std::ranges::find(legacy_versions, text) != legacy_versions.end();
}

// A string or an integer.
bool is_legal_id(std::string_view token) {
    return token.front() == '"' ||
           (token != "null" && token.find_first_of(".eE") == token.npos);
}

bool is_object(const std::optional<value>& v) { return v && v->is(kind::object); }

}  // namespace

// Base64 has one spelling of each text (RFC 4648, 3.5), so invalid Base64 matches nothing.
bool is_named(std::string_view field, std::string_view name) {
    constexpr std::string_view before = "=?base64?";
    constexpr std::string_view after = "?=";
    const bool is_coded = field.size() >= before.size() + after.size() &&
                          field.starts_with(before) && field.ends_with(after);
    if (!is_coded) return field == name;
    field = field.substr(before.size(), field.size() - before.size() - after.size());
    if (field.size() != base64_length(name.size())) return false;
    return field == base64({reinterpret_cast<const std::uint8_t*>(name.data()), name.size()});
}

endpoint::endpoint(const table& methods, const api_info& about, const limits& bounds,
                   bool is_private, rpc::dispatcher& calls, rpc::call_counters& counts,
                   observe::logger& log)
    : response_bytes_max_(bounds.response_bytes_max), calls_(&calls), counts_(&counts),
      tools_(methods, log), is_private_(is_private),
      document_(bounds.json_depth_max, bounds.json_nodes_max, memory::budget::clients) {
    writer to(server_info_);
    to.begin_object();
    rpc::write_member(to, "name", about.title);
    rpc::write_member(to, "version", about.version);
    to.end_object();
    rpc::append(modern_end_,
                {R"(,"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":)",
                 server_info_.view(), "}}"});
    if (!about.description.empty()) writer(instructions_).string(about.description);
    if (modern_end_.overflowed() || instructions_.overflowed()) throw std::bad_alloc();
}

reply endpoint::answer(std::span<char> text, const sender& client, bytes& out) {
    pending_.reset();  // in case memory ran out for the last message
    is_twice_ = false;
    id_ = "null";
    if (!document_.parse(text)) {
        counts_->parse_errors.add();
        rpc::respond_parse_error(out, document_.error());
        return {.status = 400};
    }
    const value root = document_.root();
    if (root.is(kind::array)) return refuse(out, "null", "a message is one object, no batch");
    const rpc::request r(root);
    const bool is_identified = is_legal_id(r.id());
    if (r.wrong() != nullptr) return refuse(out, is_identified ? r.id() : "null", r.wrong());
    if (r.is_notification()) return {.status = 202, .silent = true, .cancelled = cancelled_by(r)};
    if (!is_identified) return refuse(out, "null", "\"id\" must be a string or an integer");

    id_ = r.id();
    static_assert(static_cast<std::size_t>(verb::other) + 1 == method_names.size());
    const auto what = std::find(method_names.begin(), method_names.end() - 1, r.method());
    message m{.method = r.method(), .what = static_cast<verb>(what - method_names.begin()),
              .head = client.head};
    if (r.params() != nullptr) m.params = value(document_, *r.params());
    m.meta = member_of(m.params, "_meta"sv);
    m.version = member_of(m.meta, "io.modelcontextprotocol/protocolVersion"sv);
    m.capabilities = member_of(m.meta, "io.modelcontextprotocol/clientCapabilities"sv);
    m.is_modern = m.version || (m.head != nullptr && m.head->version == modern_version &&
                                m.what != verb::initialize);
    const reply done = answer_method(m, client, out);
    requests_[static_cast<std::size_t>(m.what)][m.is_modern].add();
    document_.shrink(nodes_kept);
    return done;
}

std::string_view endpoint::cancelled_by(const rpc::request& r) {
    if (r.method() != "notifications/cancelled" || r.params() == nullptr) return {};
    const auto id = value(document_, *r.params()).find("requestId");
    return id && is_legal_id(id->token()) ? id->token() : std::string_view{};
}

reply endpoint::refuse(bytes& out, std::string_view id, const char* why) {
    counts_->invalid_requests.add();
    rpc::respond_invalid_request(out, id, why);
    return {.status = 400};
}

// Some readers take the first of two members with the same name, others the last: a gateway could
// allow one call while the server makes the other. Therefore duplicates are refused.
std::optional<value> endpoint::member_of(const std::optional<value>& object,
                                         std::string_view name) {
    std::optional<value> found;
    if (!is_object(object)) return found;
    for (const auto each : object->members()) {
        if (each.name.text() != name) continue;
        is_twice_ = is_twice_ || found;
        found = each.value;
    }
    return found;
}

reply endpoint::answer_method(const message& m, const sender& client, bytes& out) {
    if (const auto why = m.is_modern ? refusal_of_modern(m) : refusal_of(m)) return fail(*why, out);
    if (m.params && m.params->is(kind::array))
        return fail({.why = "params must be an object"}, out);
    if (is_twice_) return fail({.why = "duplicate member"}, out);
    switch (m.what) {
    case verb::initialize:
    case verb::discover: return introduce(m, out);
    case verb::list: return list(m, client, out);
    case verb::call: return call(m, client, out);
    case verb::ping:
    case verb::other: break;  // refused above
    }
    out.append(rpc::before_result);
    out.append("{}");
    rpc::close_response(out, id_);
    return {};
}

std::optional<endpoint::refusal> endpoint::refusal_of(const message& m) {
    const bool is_unknown_version = m.head != nullptr && m.head->version &&
                                    !is_legacy_version(*m.head->version) &&
                                    m.what != verb::initialize;
    if (is_unknown_version)
        return refusal{.status = 400, .code = unsupported_version, .requested = *m.head->version};
    if (m.what == verb::other || m.what == verb::discover)
        return refusal{.code = rpc::method_not_found, .message = "Method not found"};
    return std::nullopt;
}

// In the order of the contract: the first error counts.
std::optional<endpoint::refusal> endpoint::refusal_of_modern(const message& m) {
    const auto mismatch = [](std::string_view why) {
        return refusal{
            .status = 400, .code = header_mismatch, .message = "Header mismatch", .why = why};
    };
    const http_fields none;
    const http_fields& head = m.head == nullptr ? none : *m.head;
    if (!is_string(m.version) || !is_object(m.capabilities))
        return refusal{.status = 400,
                     .why = "_meta has io.modelcontextprotocol/protocolVersion, a string, and "
                            "io.modelcontextprotocol/clientCapabilities, an object"};
    const std::string_view version = value(*m.version).text();
    if (head.version && *head.version != version)
        return mismatch("MCP-Protocol-Version differs from _meta");
    if (version != modern_version)
        return refusal{.status = 400, .code = unsupported_version, .requested = version};
    if (m.head != nullptr && !head.version) return mismatch("MCP-Protocol-Version is missing");
    if (m.head != nullptr && head.method != m.method)
        return mismatch("Mcp-Method must be the message's method");
    if (m.head != nullptr && m.what == verb::call) {
        const auto name = m.params->find("name");
        if (!head.name || !is_string(name) || !is_named(*head.name, name->text()))
            return mismatch("Mcp-Name must be params.name");
    }
    if (m.what != verb::discover && m.what != verb::list && m.what != verb::call)
        return refusal{.status = 404, .code = rpc::method_not_found, .message = "Method not found"};
    return std::nullopt;
}

reply endpoint::fail(const refusal& why, bytes& out) {
    if (!why.requested) {
        rpc::respond_error(out, id_, why.code, why.message, {{"message", why.why}});
        return {.status = why.status};
    }
    out.append(rpc::before_error);
    writer to(out);
    to.begin_object();
    rpc::write_member(to, "code", why.code);
    rpc::write_member(to, "message", "Unsupported protocol version");
    rpc::begin_object(to, "data");
    rpc::write_member(to, "supported", {&modern_version, 1});
    rpc::write_member(to, "requested", utf8::cut(*why.requested, unknown_version_max));
    to.end_object();
    to.end_object();
    rpc::close_response(out, id_);
    return {.status = why.status};
}

// Ends the result, a non-empty object, and the response.
void endpoint::close_result(const message& m, bytes& out, bool is_cached) const {
    if (m.is_modern && is_cached) {
        out.append(R"(,"ttlMs":300000,"cacheScope":)");
        out.append(is_private_ ? R"("private")" : R"("public")");
    }
    out.append(m.is_modern ? modern_end_.view() : "}");
    rpc::close_response(out, id_);
}

// Legacy clients initialize, modern ones discover: they get the server's name with each result.
reply endpoint::introduce(const message& m, bytes& out) {
    const auto wanted = member_of(m.params, "protocolVersion");
    if (!m.is_modern && (!is_string(wanted) || is_twice_))
        return fail({.why = "params.protocolVersion must be a string"}, out);
    out.append(rpc::before_result);
    writer to(out);
    to.begin_object();
    if (m.is_modern) {
        rpc::write_member(to, "supportedVersions", {&modern_version, 1});
    } else {
        const std::string_view version = value(*wanted).text();
        rpc::write_member(to, "protocolVersion",
                          is_legacy_version(version) ? version : legacy_versions.front());
    }
    rpc::begin_object(to, "capabilities");
    rpc::begin_object(to, "tools");
    to.end_object();
    to.end_object();
    if (!m.is_modern) rpc::write_json(to, "serverInfo", server_info_.view());
    if (!instructions_.empty()) rpc::write_json(to, "instructions", instructions_.view());
    close_result(m, out, m.is_modern);
    return {};
}

reply endpoint::list(const message& m, const sender& client, bytes& out) {
    if (member_of(m.params, "cursor"))
        return fail({.why = "invalid cursor: all tools are on one page"}, out);
    out.append(rpc::before_result);
    out.append(R"({"tools":)");
    out.append(tools_.listed(client.sees));
    close_result(m, out, true);
    return {};
}

}  // namespace callbox::mcp
