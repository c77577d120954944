// Writes a whole response that says what went wrong.
#include "respond.hpp"

#include "members.hpp"

#include <string>

namespace callbox::rpc {

namespace {

// {"code", "message", "data": {"message": why, ...}}; members() adds what else data has.
template <class Members>
int respond(bytes& out, std::string_view id, int code, std::string_view message, Members members) {
    out.append(before_error);
    writer to(out);
    to.begin_object();
    write_member(to, "code", code);
    write_member(to, "message", message);
    to.key("data");
    to.begin_object();
    members(to);
    to.end_object();
    to.end_object();
    close_response(out, id);
    return code;
}

}  // namespace

int respond_parse_error(bytes& out, const syntax_fault& why) {
    return respond(out, "null", code::parse_error, "Parse error", [&](writer& to) {
        write_member(to, "message", why.message);
        write_member(to, "offset", why.offset);
        write_member(to, "line", why.line);
        write_member(to, "column", why.column);
    });
}

int respond_invalid_request(bytes& out, std::string_view id, std::string_view why) {
    return respond(out, id, code::invalid_request, "Invalid Request",
                   [&](writer& to) { write_member(to, "message", why); });
}

int respond_batch_too_long(bytes& out, std::size_t length_max) {
    const auto limit = std::to_string(length_max);
    return respond(out, "null", code::invalid_request, "Invalid Request", [&](writer& to) {
        write_member(to, "message", "a batch has at most " + limit + " members");
        write_member(to, "limit", length_max);
    });
}

int respond_method_not_found(bytes& out, std::string_view id, std::string_view did_you_mean) {
    return respond(out, id, code::method_not_found, "Method not found", [&](writer& to) {
        write_member(to, "message", "no method has this name");
        if (!did_you_mean.empty()) write_member(to, "did_you_mean", did_you_mean);
    });
}

int respond_internal_error(bytes& out, std::string_view id, std::string_view incident) {
    return respond(out, id, code::internal_error, "Internal error",
                   [&](writer& to) { write_member(to, "incident", incident); });
}

int respond_too_large(bytes& out, std::string_view id) {
    return respond(out, id, code::response_too_large, "Response too large", [](writer& to) {
        write_member(to, "message", "the answer is over the server's limit for one response");
    });
}

int respond_busy(bytes& out, std::string_view id) {
    return respond(out, id, code::busy, "Busy", [](writer& to) {
        write_member(to, "message", "too many slow calls are waiting: try again later");
    });
}

int respond_timed_out(bytes& out, std::string_view id) {
    return respond(out, id, code::timed_out, "Timed out", [](writer& to) {
        write_member(to, "message", "the method did not answer in its time");
    });
}

}  // namespace callbox::rpc
