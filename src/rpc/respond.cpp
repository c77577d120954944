// Writes complete error responses.
#include "respond.hpp"

#include "members.hpp"

#include <initializer_list>
#include <string>
#include <variant>

namespace callbox::rpc {

namespace {

// A member of an error's data. An empty text is omitted.
struct data_member {
    std::string_view name;
    std::variant<std::string_view, std::size_t> value;
};

int respond(bytes& out, std::string_view id, int code, std::string_view message,
            std::initializer_list<data_member> data) {
    out.append(before_error);
    writer to(out);
    to.begin_object();
    write_member(to, "code", code);
    write_member(to, "message", message);
    if (data.size() != 0) begin_object(to, "data");
    for (const data_member& d : data) {
        const auto* text = std::get_if<std::string_view>(&d.value);
        if (text == nullptr) write_member(to, d.name, *std::get_if<std::size_t>(&d.value));
        else if (!text->empty()) write_member(to, d.name, *text);
    }
    if (data.size() != 0) to.end_object();
    to.end_object();
    close_response(out, id);
    return code;
}

}  // namespace

int respond_parse_error(bytes& out, const syntax_error& why) {
    return respond(out, "null", code::parse_error, "Parse error",
                   {{"message", why.message},
                    {"offset", why.offset},
                    {"line", why.line},
                    {"column", why.column}});
}

int respond_invalid_request(bytes& out, std::string_view id, std::string_view why) {
    return respond(out, id, code::invalid_request, "Invalid Request", {{"message", why}});
}

int respond_batch_too_long(bytes& out, std::size_t length_max) {
    const auto why = "a batch has at most " + std::to_string(length_max) + " members";
    return respond(out, "null", code::invalid_request, "Invalid Request",
                   {{"message", why}, {"limit", length_max}});
}

int respond_method_not_found(bytes& out, std::string_view id, std::string_view did_you_mean) {
    return respond(out, id, code::method_not_found, "Method not found",
                   {{"message", "no method has this name"}, {"did_you_mean", did_you_mean}});
}

int respond_internal_error(bytes& out, std::string_view id, std::string_view incident) {
    return respond(out, id, code::internal_error, "Internal error", {{"incident", incident}});
}

int respond_too_large(bytes& out, std::string_view id) {
    return respond(out, id, code::response_too_large, "Response too large",
                   {{"message", "the answer is over the server's limit for one response"}});
}

int respond_busy(bytes& out, std::string_view id) {
    return respond(out, id, code::busy, "Busy",
                   {{"message", "too many slow calls are waiting: try again later"}});
}

int respond_timed_out(bytes& out, std::string_view id) {
    return respond(out, id, code::timed_out, "Timed out",
                   {{"message", "the method did not answer in its time"}});
}

int respond_no_memory(bytes& out, std::string_view id) {
    return respond(out, id, -32000, "Server error: memory has run out", {});
}

}  // namespace callbox::rpc
