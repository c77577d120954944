// Runs the examples of a table as a client would, and returns those with a different result.
#include "members.hpp"
#include "respond.hpp"
#include "sample.hpp"

#include <callbox/dispatch.hpp>

namespace callbox {

namespace {

std::string request(const table& methods, const row& r, const example_call& e, bool by_name) {
    bytes out;
    writer to(out);
    to.begin_object();
    rpc::write_member(to, "jsonrpc", "2.0");
    rpc::write_member(to, "method", r.name);
    to.key("params");
    rpc::write_arguments(to, e, methods.params_of(r), by_name);
    rpc::write_member(to, "id", 1);
    to.end_object();
    return std::string(out.view());
}

std::string response(const row& r, const example_call& e) {
    bytes out;
    out.append(rpc::before_result);
    writer to(out);
    rpc::write_result(to, e, *r.returns);
    rpc::close_response(out, "1");
    return std::string(out.view());
}

}  // namespace

std::vector<std::string> failing_examples(const bound_table& methods) {
    return detail::failing_examples(methods, [&] { return methods.state; });
}

std::vector<std::string> detail::failing_examples(const table& methods,
                                                  const std::function<void*()>& next_state) {
    std::vector<std::string> failing;
    for (const row& r : methods.rows) {
        const bool named_only = r.by_position_count < r.params.count;
        for (const example_call& e : methods.examples_of(r)) {
            for (const bool by_name : {true, false}) {
                if (named_only && !by_name) continue;
                const std::string sent = request(methods, r, e, by_name);
                const std::string wanted = response(r, e);
                const std::string got = answer(bound_table(methods, next_state()), sent);
                if (got != wanted)
                    failing.push_back(sent + ": expected " + wanted + ", got " + got);
            }
        }
    }
    return failing;
}

}  // namespace callbox
