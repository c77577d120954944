// Takes tools/call, gives its answer. The call becomes a request of JSON-RPC for the dispatcher, so
// that it is bound, checked, made, counted and logged as any other; its response is then put into
// the form of the protocol.
#include "endpoint.hpp"

#include "base/traceparent.hpp"
#include "base/utf8.hpp"
#include "rpc/members.hpp"
#include "rpc/respond.hpp"
#include "tool.hpp"

#include <cassert>
#include <new>

namespace callbox::mcp {

using std::string_view_literals::operator""sv;  // of a length that is not counted again

namespace {

constexpr std::size_t told_name_max = 64;           // bytes of a name that is unknown
constexpr std::size_t buffer_bytes_kept = 1 << 16;  // memory for more is released

bool is_string(const std::optional<value>& v) { return v && v->is(kind::string); }

void trim(bytes& b) {
    if (b.capacity() > buffer_bytes_kept) b.release();
}

[[gnu::noinline]] void expect_whole(const bytes& b) {
    if (b.overflowed()) throw std::bad_alloc();
}

}  // namespace

reply endpoint::call(const message& m, const sender& who, bytes& out) {
    const auto name = member_of(m.params, "name"sv);
    const auto arguments = member_of(m.params, "arguments"sv);
    const auto trace = member_of(m.meta, "traceparent"sv);
    if (is_twice_) return fail(m, {.why = "a member stands twice"}, out);
    if (!is_string(name)) return fail(m, {.why = "params.name is a string"}, out);
    if (arguments && !arguments->is(kind::object))
        return fail(m, {.why = "params.arguments is an object"}, out);
    const row* const method = tools_.find(name->text(), who.sees);
    if (method == nullptr) return miss_tool(m, name->text(), who, out);

    caller from = *who.from;
    from.via = call_protocol::mcp;
    if (from.traceparent.empty() && is_string(trace) && is_traceparent(trace->text()))
        from.traceparent = trace->text();
    request_.clear();
    response_.clear();
    for (const std::string_view part :
         {R"({"jsonrpc":"2.0","method":")"sv, method->name, R"(","params":)"sv,
          arguments ? arguments->token() : "{}"sv, rpc::before_id, m.id, "}"sv})
        request_.append(part);
    expect_whole(request_);
    const rpc::called_tool called{.method = method, .is_modern = m.is_modern,
                                  .id_bytes = m.id.size()};
    const rpc::reply done =
        calls_->dispatch({request_.data(), request_.size()}, response_, from, who.sees);
    trim(request_);
    if (done.waits) {
        pending_ = calls_->take_pending();
        pending_->of_tool = called;
        return {.waits = true};
    }
    expect_whole(response_);
    write_outcome(called, response_.view(), done.error_code.has_value(), out);
    trim(response_);
    return {};
}

// The same words for a tool that is unknown and for one that the caller does not see.
reply endpoint::miss_tool(const message& m, std::string_view name, const sender& who, bytes& out) {
    const std::string near = tools_.nearest(name, who.sees);
    bytes text;
    text.append("Unknown tool: ");
    text.append(utf8::cut(name, told_name_max));
    expect_whole(text);
    out.append(rpc::before_error);
    writer to(out);
    to.begin_object();
    rpc::write_member(to, "code", int{rpc::invalid_params});
    rpc::write_member(to, "message", text.view());
    if (!near.empty()) {
        rpc::begin_object(to, "data");
        rpc::write_member(to, "did_you_mean", near);
        to.end_object();
    }
    to.end_object();
    rpc::close_response(out, m.id);
    return {};
}

void endpoint::answer_late(const rpc::pending& whole, bytes& out) {
    response_.clear();
    const bool is_error = whole.append_to(response_).has_value();
    expect_whole(response_);
    write_outcome(whole.of_tool, response_.view(), is_error, out);
    trim(response_);
}

// `response` is one of rpc/respond: {"jsonrpc":"2.0","result":R,"id":ID}.
void endpoint::write_outcome(const rpc::called_tool& call, std::string_view response,
                             bool is_error, bytes& out) {
    const std::size_t before = (is_error ? rpc::before_error : rpc::before_result).size();
    const std::size_t behind = rpc::before_id.size() + call.id_bytes + 1;
    assert(response.size() > before + behind);
    const std::string_view id = response.substr(response.size() - 1 - call.id_bytes, call.id_bytes);
    const std::string_view text = response.substr(before, response.size() - before - behind);
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

// Appends what a model is told of the error, a JSON string: all of it where its data are more than
// a document takes.
void endpoint::write_error(const rpc::called_tool& call, std::string_view error, bytes& out) {
    bytes copy(memory::budget::clients);
    copy.append(error);
    expect_whole(copy);
    if (!document_.parse({copy.data(), copy.size()})) return writer(out).string(error);
    bytes text(memory::budget::clients);
    append_text_of(*call.method, document_.root(), text);
    expect_whole(text);
    writer(out).string(text.view());
}

// In words: a model can't use a code.
void endpoint::append_text_of(const row& method, value error, bytes& out) const {
    const std::optional<value> data = error.find("data");
    writer number(out);
    switch (error.find("code")->as_int64().value_or(0)) {
    case rpc::internal_error:
        out.append("Internal error, incident ");
        return out.append(data->find("incident")->text());
    case rpc::response_too_large:
        out.append("The answer is larger than ");
        number.natural(response_bytes_max_);
        return out.append(" bytes: ask for less");
    case rpc::busy: return out.append("Busy: try again later");
    case rpc::timed_out:
        if (method.timeout_ms == 0) return out.append("No answer: the server stops");
        out.append("No answer within ");
        number.natural(method.timeout_ms);
        return out.append(" ms");
    case rpc::invalid_params: return out.append(error.find("message")->text());
    default: break;
    }
    const std::string_view shown = data ? data->token() : std::string_view{};
    out.append(error.find("message")->text());
    if (data) out.append('\n');
    out.append(shown);
}

}  // namespace callbox::mcp
