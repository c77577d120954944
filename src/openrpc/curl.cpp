// Makes a command line from a row of the table, to be copied by people.
#include "curl.hpp"

#include "rpc/members.hpp"
#include "rpc/sample.hpp"

namespace callbox::openrpc {

void write_request(writer& to, const table& methods, const row& r, const example_call* example) {
    const auto params = methods.params_of(r);
    const auto examples = methods.examples_of(r);
    if (example == nullptr && !examples.empty()) example = &examples.front();
    to.begin_object();
    rpc::write_member(to, "jsonrpc", "2.0");
    rpc::write_member(to, "id", 1);
    rpc::write_member(to, "method", r.name);
    if (example != nullptr && !params.empty()) {
        to.key("params");
        rpc::write_arguments(to, *example, params, r.by_position_count < r.params.count);
    } else if (example == nullptr && std::ranges::any_of(params, &param::required)) {
        rpc::begin_object(to, "params");
        for (const param& p : params) {
            if (!p.required) continue;
            to.key(p.name);
            rpc::write_placeholder(to, *p.type, p.constraints);
        }
        to.end_object();
    }
    to.end_object();
}

void append_curl(bytes& out, const table& methods, const row& r, std::string_view url,
                 const example_call* example) {
    bytes request;
    writer to(request);
    write_request(to, methods, r, example);
    out.append(r.is_event() ? "curl -N -H 'Accept: text/event-stream' " : "curl ");
    out.append("-H 'Content-Type: application/json' ");
    out.append(url);
    out.append(" -d ");
    append_quoted(out, rpc::whole(request));
}

// Between single quotes, only the single quote itself is special to a shell.
void append_quoted(bytes& out, std::string_view word) {
    out.append('\'');
    for (const char c : word) {
        if (c == '\'') out.append("'\\''");
        else out.append(c);
    }
    out.append('\'');
}

}  // namespace callbox::openrpc
