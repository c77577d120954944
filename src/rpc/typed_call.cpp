#include <callbox/test.hpp>

#include "base/fixed_text.hpp"
#include "describe.hpp"
#include "members.hpp"
#include "respond.hpp"

#include <cstdio>

namespace callbox {

namespace {

constexpr std::string_view not_expressible = "JSON cannot represent an argument";
constexpr std::string_view batch_not_expressible =
    "not sent: JSON cannot represent an argument of another call";

std::string text_of(value object, std::string_view name) {
    const std::optional<value> member = rpc::find(object, name, kind::string);
    return member ? std::string(member->text()) : std::string();
}

// error = { "code": integer, "message": string [, "data": any ] }         JSON-RPC 2.0, 5.1
std::optional<callbox::failure> error_of(value sent) {
    const std::optional<value> code = rpc::find(sent, "code", kind::integer);
    const std::optional<value> message = rpc::find(sent, "message", kind::string);
    if (!code || !message) return std::nullopt;
    const std::optional<std::int64_t> number = code->as_int64();
    if (!number || !std::in_range<int>(*number)) return std::nullopt;
    callbox::failure made{static_cast<int>(*number), std::string(message->text())};
    if (const std::optional<value> data = sent.find("data"))
        made.data = json::parse(std::string(data->token()));
    return made;
}

}  // namespace

bool rpc::is_refusal(value response) {
    const std::optional<value> failed = response.find("error");
    return text_of(response, "jsonrpc") == "2.0" && rpc::find(response, "id", kind::null) &&
           failed && error_of(*failed) && !response.find("result");
}

std::string argument_error::text() const {
    std::string made = "expected " + expected + ", got " + got;
    if (got == "nothing") made = "missing";
    else if (expected == "nothing")
        made = path.rfind('/') == 0 ? "unexpected parameter" : "unexpected member";
    if (!why.empty()) made += ": " + why;
    if (!did_you_mean.empty()) made += "; did you mean \"" + did_you_mean + "\"?";
    return made;
}

std::vector<argument_error> argument_errors_of(const callbox::failure& refusal) {
    std::vector<argument_error> all;
    if (refusal.code != rpc::invalid_params || !refusal.data) return all;
    std::string text(refusal.data->text());
    document read(json_depth_limit, SIZE_MAX);
    if (!read.parse(text)) return all;
    const std::optional<value> errors = rpc::find(read.root(), "errors", kind::array);
    if (!errors) return all;
    for (const value each : errors->items())
        all.push_back({text_of(each, "path"), text_of(each, "expected"), text_of(each, "got"),
                       text_of(each, "why"), text_of(each, "did_you_mean")});
    return all;
}

namespace detail {

writer& exchange::start(std::string_view method) {
    method_ = method;
    violations_.clear();
    request_.clear();
    writer& to = to_.emplace(request_);
    to.begin_object();
    rpc::write_member(to, "jsonrpc", "2.0");
    rpc::write_member(to, "method", method);
    return to;
}

writer& exchange::begin(std::string_view method, bool by_name) {
    by_name_ = by_name;
    writer& to = start(method);
    to.key("params");
    by_name_ ? to.begin_object() : to.begin_array();
    return to;
}

std::string_view exchange::end(bool is_notification) {
    by_name_ ? to_->end_object() : to_->end_array();
    return finish(is_notification);
}

std::string_view exchange::write(std::string_view method, const json& params,
                                 bool is_notification) {
    writer& to = start(method);
    if (params.kind() != kind::null) rpc::write_json(to, "params", params.text());
    return finish(is_notification);
}

std::string_view exchange::finish(bool is_notification) {
    if (!is_notification) rpc::write_member(*to_, "id", ++id_);
    to_->end_object();
    if (request_.overflowed()) throw std::bad_alloc();
    if (to_->misuse_at_end() == writer::misuse::none) return request_.view();
    fail(not_expressible);
    return {};
}

std::optional<value> exchange::read(const carried& response) {
    if (!parse(response)) return std::nullopt;
    const value root = document_.root();
    if (!has_id(root, id_) && !rpc::is_refusal(root))
        return go_astray("the response does not match the request");
    const std::optional<value> result = result_of(root);
    if (!result) violations_ = argument_errors_of(failure_);
    return result;
}

// Servers send no response to a notification, or an error if they could not read it.
result<void> exchange::read_nothing(const carried& response) {
    astray_ &= !response;
    if (response && (*response).empty()) return {};
    if (!parse(response)) return failure_;
    if (!rpc::is_refusal(document_.root())) return {};
    (void)result_of(document_.root());
    return failure_;
}

event_message exchange::read_event(std::string_view message) {
    if (!parse(message)) return {.is_event = true};
    const value root = document_.root();
    const std::optional<value> params = root.find("params");
    if (text_of(root, "method") != method_ || !params) return {};
    event_message made{.is_event = true, .payload = result_of(*params)};
    if (const auto seq = rpc::find(*params, "seq", kind::integer)) made.seq = seq->as_int64();
    if (const auto missed = rpc::find(*params, "missed", kind::integer))
        made.missed = missed->as_uint64().value_or(0);
    return made;
}

std::string_view exchange::join(std::span<const batch_item* const> items) {
    items_.clear();
    next_ = 0;
    violations_.clear();
    batch_failure_.reset();
    request_.clear();
    bool all_expressible = true;
    for (const batch_item* const each : items) {
        all_expressible = all_expressible && !each->text.empty();
        rpc::append(request_, {items_.empty() ? "[" : ",",
                               std::string_view(each->text).substr(0, each->text.size() - 1),
                               rpc::before_id, digits(++id_), "}"});
        items_.push_back({each->method, {}});
    }
    request_.append(']');
    if (request_.overflowed()) throw std::bad_alloc();
    if (all_expressible) return request_.view();
    for (std::size_t i = 0; i < items.size(); ++i)
        items_[i].text = items[i]->text.empty() ? not_expressible : batch_not_expressible;
    return {};
}

void exchange::read_batch(const carried& response) {
    method_ = "batch";
    if (!parse(response)) {
        batch_failure_ = failure_;
        return;
    }
    // A server that refuses the batch responds with a single error.
    if (document_.root().is(kind::array)) return;
    if (rpc::is_refusal(document_.root())) (void)result_of(document_.root());
    else go_astray("the response does not match the batch");
    batch_failure_ = failure_;
}

std::optional<value> exchange::read_next() {
    const batch_item& item = items_[next_];
    const std::uint64_t id = id_ - items_.size() + ++next_;
    method_ = item.method;
    if (!item.text.empty()) return fail(item.text);
    if (batch_failure_) {
        failure_ = *batch_failure_;
        return std::nullopt;
    }
    for (const value each : document_.root().items())
        if (has_id(each, id)) return result_of(each);
    return go_astray("no response in the batch");
}

bool exchange::parse(const carried& response) {
    astray_ &= !response && response.error().code == not_understood;  // not sent
    if (!response) {
        failure_ = response.error();
        return false;
    }
    response_ = *response;
    const bool is_json = document_.parse(response_);
    if (!is_json) go_astray(response_.empty() ? "no response" : "the response is not JSON");
    return is_json;
}

bool exchange::has_id(value response, std::uint64_t id) const {
    const std::optional<value> answers = response.find("id");
    return answers && answers->token() == std::to_string(id);
}

std::optional<value> exchange::result_of(value response) {
    const std::optional<value> result = response.find("result");
    const std::optional<value> failed = response.find("error");
    if (result && !failed) return result;
    std::optional<callbox::failure> sent;
    if (failed && !result) sent = error_of(*failed);
    if (!sent) return fail("the response has neither a result nor an error");
    failure_ = std::move(*sent);
    return std::nullopt;
}

std::optional<value> exchange::go_astray(std::string_view why) {
    astray_ = true;
    return fail(why);
}

void exchange::reject(value result, const type& wanted) {
    bytes expected;
    rpc::append_type(expected, wanted);
    fail(std::string("invalid result: expected ").append(rpc::whole(expected)) + ", got " +
         std::string(name_of(result.type())));
}

std::optional<value> exchange::fail(std::string_view why) {
    failure_ = {not_understood, std::string(method_).append(": ").append(why), {}, true};
    return std::nullopt;
}

}  // namespace detail

bool test::detail::is_declared(const table& methods, std::string_view method, int code) {
    const row* const found = methods.find(method);
    if (found == nullptr || is_reserved(code) || code == not_understood) return true;
    if (methods.declares(*found, code)) return true;
    (void)std::fprintf(stderr,
                       "callbox: method \"%.*s\" failed with undeclared error code %d\n",
                       static_cast<int>(method.size()), method.data(), code);
    return false;
}

}  // namespace callbox
