// Input: tools/call. Output: its answer. The call becomes a JSON-RPC request for the dispatcher, to
// be bound, checked, made, counted and logged like any other. Its response is then converted to
// MCP's format.
#include "endpoint.hpp"

#include "base/traceparent.hpp"
#include "base/utf8.hpp"
#include "rpc/members.hpp"

namespace callbox::mcp {

using std::string_view_literals::operator""sv;  // with a length known at compile time

namespace {

constexpr std::size_t unknown_name_max = 64;        // bytes of an unknown name in the error
constexpr std::size_t buffer_bytes_kept = 1 << 16;  // memory beyond this is released

void trim(bytes& b) {
    if (b.capacity() > buffer_bytes_kept) b.release();
}

}  // namespace

reply endpoint::call(const message& m, const sender& client, bytes& out) {
    const auto name = member_of(m.params, "name"sv);
    const auto arguments = member_of(m.params, "arguments"sv);
    const auto trace = member_of(m.meta, "traceparent"sv);
    const auto token = member_of(m.meta, "progressToken"sv);
    if (is_twice_) return fail({.why = "duplicate member"}, out);
    if (!is_string(name)) return fail({.why = "params.name must be a string"}, out);
    if (arguments && !arguments->is(kind::object))
        return fail({.why = "params.arguments must be an object"}, out);
    const row* const method = tools_.find(name->text(), client.sees);
    if (method == nullptr) {  // unknown, or not visible to the caller
        const std::string near = tools_.nearest(name->text(), client.sees);
        bytes text;
        rpc::append(text, {"Unknown tool: ", utf8::cut(name->text(), unknown_name_max)});
        rpc::respond_error(out, id_, rpc::invalid_params, rpc::whole(text),
                           {{"did_you_mean", near}});
        return {};
    }

    caller from = *client.from;
    from.via = call_protocol::mcp;
    if (from.traceparent.empty() && is_string(trace) && is_traceparent(trace->text()))
        from.traceparent = trace->text();
    request_.clear();
    response_.clear();
    rpc::append(request_, {R"({"jsonrpc":"2.0","method":")"sv, method->name, R"(","params":)"sv,
                           arguments ? arguments->token() : "{}"sv, rpc::before_id, id_, "}"sv});
    (void)rpc::whole(request_);
    rpc::called_tool called{.method = method,
                            .id_bytes = static_cast<std::uint32_t>(id_.size()),
                            .is_modern = m.is_modern};
    if (is_string(token) || (token && token->is(kind::integer)))
        called.progress_token = std::make_unique<std::string>(token->token());
    const rpc::reply done =
        calls_->dispatch({request_.data(), request_.size()}, response_, from, client.sees);
    trim(request_);
    if (done.waits) {
        pending_ = calls_->take_pending();
        pending_->of_tool = std::move(called);
        return {.waits = true, .reports = pending_->of_tool.progress_token != nullptr};
    }
    write_outcome(called, rpc::whole(response_), done.error_code.has_value(), out);
    trim(response_);
    return {};
}

void endpoint::answer_late(const rpc::pending& whole, bytes& out) {
    response_.clear();
    const bool is_error = whole.append_to(response_).has_value();
    write_outcome(whole.of_tool, rpc::whole(response_), is_error, out);
    trim(response_);
}

// `response` is written by rpc/respond: {"jsonrpc":"2.0","result":R,"id":ID}.
void endpoint::write_outcome(const rpc::called_tool& call, std::string_view response,
                             bool is_error, bytes& out) {
    const std::size_t before = (is_error ? rpc::before_error : rpc::before_result).size();
    const std::size_t after = rpc::before_id.size() + call.id_bytes + 1;
    assert(response.size() > before + after);
    const std::string_view id = response.substr(response.size() - 1 - call.id_bytes, call.id_bytes);
    const std::string_view text = response.substr(before, response.size() - before - after);
    out.append(rpc::before_result);
    out.append(R"({"content":[{"type":"text","text":)"sv);
    if (is_error) {
        write_error(call, text, out);
        out.append(R"(}],"isError":true)"sv);
    } else {
        const bool is_whole = is_whole_result(*call.method->returns);
        if (text.front() == '"') out.append(text);
        else writer(out).string(text);
        out.append(R"(}],"structuredContent":)"sv);
        if (!is_whole) out.append(R"({"result":)"sv);
        out.append(text);
        if (!is_whole) out.append('}');
    }
    out.append(call.is_modern ? modern_end_.view() : "}"sv);
    rpc::close_response(out, id);
}

// Appends the error for the model, as a JSON string: unconverted if its data exceed the limits of a
// document.
void endpoint::write_error(const rpc::called_tool& call, std::string_view error, bytes& out) {
    bytes copy(memory::budget::clients);
    copy.append(error);
    (void)rpc::whole(copy);
    if (!document_.parse({copy.data(), copy.size()})) return writer(out).string(error);
    bytes text(memory::budget::clients);
    append_text_of(*call.method, document_.root(), text);
    writer(out).string(rpc::whole(text));
}

// Text only: a model cannot use a code.
void endpoint::append_text_of(const row& method, value error, bytes& out) const {
    const std::optional<value> data = error.find("data");
    switch (error.find("code")->as_int64().value_or(0)) {
    case rpc::internal_error:
        return rpc::append(out, {"Internal error, incident ", data->find("incident")->text()});
    case rpc::response_too_large:
        return rpc::append(out, {"The answer is larger than ", digits(response_bytes_max_),
                                 " bytes: ask for less"});
    case rpc::busy: return out.append("Busy: try again later");
    case rpc::timed_out:
        if (method.timeout_ms == 0) return out.append("No answer: the server stops");
        return rpc::append(out, {"No answer within ", digits(method.timeout_ms), " ms"});
    case rpc::invalid_params: return out.append(error.find("message")->text());
    default: break;
    }
    out.append(error.find("message")->text());
    if (data) rpc::append(out, {"\n", data->token()});
}

}  // namespace callbox::mcp
