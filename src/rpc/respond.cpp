#include "respond.hpp"

#include "members.hpp"

namespace callbox::rpc {

int respond_error(bytes& out, std::string_view id, int code, std::string_view message,
                  std::initializer_list<data_member> data) {
    out.append(before_error);
    writer to(out);
    to.begin_object();
    write_member(to, "code", code);
    write_member(to, "message", message);
    bool has_data = false;
    for (const data_member& d : data) {
        const auto* text = std::get_if<std::string_view>(&d.value);
        if (text != nullptr && text->empty()) continue;
        if (!std::exchange(has_data, true)) begin_object(to, "data");
        if (text != nullptr) write_member(to, d.name, *text);
        else write_member(to, d.name, *std::get_if<std::size_t>(&d.value));
    }
    if (has_data) to.end_object();
    to.end_object();
    close_response(out, id);
    return code;
}

int respond_parse_error(bytes& out, const syntax_error& why) {
    return respond_error(out, "null", code::parse_error, "Parse error",
                         {{"message", why.message},
                          {"offset", why.offset},
                          {"line", why.line},
                          {"column", why.column}});
}

int respond_invalid_request(bytes& out, std::string_view id, std::string_view why) {
    return respond_error(out, id, code::invalid_request, "Invalid Request", {{"message", why}});
}

int respond_too_large(bytes& out, std::string_view id) {
    return respond_error(out, id, code::response_too_large, "Response too large",
                         {{"message", "the answer is over the server's limit for one response"}});
}

int respond_timed_out(bytes& out, std::string_view id) {
    return respond_error(out, id, code::timed_out, "Timed out",
                         {{"message", "the method did not answer in its time"}});
}

}  // namespace callbox::rpc
