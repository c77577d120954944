// Writes the requests of a typed client and reads the responses. Not linked into a program without
// one.
#include <callbox/test.hpp>

#include "describe.hpp"
#include "members.hpp"

#include <cstdio>
#include <new>

namespace callbox {

namespace {

constexpr std::string_view id = "1";  // one call at a time

std::string text_of(value object, std::string_view name) {
    const std::optional<value> member = object.find(name);
    return member && member->is(kind::string) ? std::string(member->text()) : std::string();
}

argument_fault fault_of(value told) {
    argument_fault made{.pointer = text_of(told, "path"), .text = "expected "};
    made.text += text_of(told, "expected") + ", got " + text_of(told, "got");
    const std::string why = text_of(told, "why");
    if (!why.empty()) made.text += ": " + why;
    const std::string near = text_of(told, "did_you_mean");
    if (!near.empty()) made.text += "; did you mean \"" + near + "\"?";
    return made;
}

// error = { "code": integer, "message": string [, "data": any ] }         JSON-RPC 2.0, 5.1
std::optional<callbox::failure> error_of(value sent) {
    const std::optional<value> code = sent.find("code");
    const std::optional<value> message = sent.find("message");
    if (!code || !code->is(kind::integer) || !message || !message->is(kind::string))
        return std::nullopt;
    const std::optional<std::int64_t> number = code->as_int64();
    if (!number || !std::in_range<int>(*number)) return std::nullopt;
    callbox::failure made{static_cast<int>(*number), std::string(message->text())};
    if (const std::optional<value> data = sent.find("data"))
        made.data = json::parse(std::string(data->token()));
    return made;
}

}  // namespace

std::vector<argument_fault> faults_of(const callbox::failure& refusal) {
    constexpr int invalid_params = -32602;
    std::vector<argument_fault> all;
    if (refusal.code != invalid_params || !refusal.data) return all;
    std::string text(refusal.data->text());
    document read(json_depth_limit, SIZE_MAX);
    if (!read.parse(text)) return all;
    const std::optional<value> errors = read.root().find("errors");
    if (!errors || !errors->is(kind::array)) return all;
    for (const value each : errors->items()) all.push_back(fault_of(each));
    return all;
}

namespace detail {

writer& exchange::begin(std::string_view method, bool by_name, bool is_notification) {
    method_ = method;
    by_name_ = by_name;
    is_notification_ = is_notification;
    faults_.clear();
    request_.clear();
    writer& to = to_.emplace(request_);
    to.begin_object();
    rpc::write_member(to, "jsonrpc", "2.0");
    rpc::write_member(to, "method", method);
    to.key("params");
    by_name_ ? to.begin_object() : to.begin_array();
    return to;
}

std::string_view exchange::end() {
    by_name_ ? to_->end_object() : to_->end_array();
    if (!is_notification_) {
        to_->key("id");
        to_->json(id);
    }
    to_->end_object();
    if (request_.overflowed()) throw std::bad_alloc();
    if (to_->mistaken_at_end() == writer::mistake::none) return request_.view();
    fail("an argument has no form in JSON");
    return {};
}

std::optional<value> exchange::read(std::string_view response) {
    response_ = response;
    if (!document_.parse(response_)) return fail("the response is no JSON");
    const value root = document_.root();
    const std::optional<value> answers = root.find("id");
    if (!answers || answers->token() != id) return fail("the response is not to this request");
    const std::optional<value> result = root.find("result");
    const std::optional<value> failed = root.find("error");
    if (result && !failed) return result;
    std::optional<callbox::failure> sent;
    if (failed && !result) sent = error_of(*failed);
    if (!sent) return fail("the response has neither a result nor an error");
    failure_ = std::move(*sent);
    faults_ = faults_of(failure_);
    return std::nullopt;
}

void exchange::reject(value result, const type& wanted) {
    bytes why;
    why.append("the result is not of its type: expected ");
    rpc::append_type(why, wanted);
    why.append(", got ");
    why.append(name_of(result.type()));
    if (why.overflowed()) throw std::bad_alloc();
    fail(why.view());
}

std::optional<value> exchange::fail(std::string_view why) {
    failure_ = {not_understood, std::string(method_).append(": ").append(why)};
    return std::nullopt;
}

}  // namespace detail

bool test::detail::is_declared(const table& methods, std::string_view method, int code) {
    const row* const found = methods.find(method);
    if (found == nullptr || is_reserved(code) || code == not_understood) return true;
    if (methods.declares(*found, code)) return true;
    (void)std::fprintf(stderr,
                       "callbox: method \"%.*s\" failed with %d, which it does not declare\n",
                       static_cast<int>(method.size()), method.data(), code);
    return false;
}

}  // namespace callbox
