// Input: an answer with placeholders from rpc/dispatch, and responses from other threads. Output:
// the whole answer, for site/, after the last response.
#include "deferred.hpp"

#include "dispatch.hpp"
#include "later.hpp"
#include "members.hpp"

#include <callbox/method.hpp>

namespace callbox::rpc {

pending::~pending() {
    for (const placeholder& each : placeholders_)
        if (each.waits_for != 0 && by_ != nullptr) by_->cancel(each.waits_for, each.method);
}

void pending::wait_for(ticket t, std::size_t at, std::string_view id, std::size_t method) {
    assert(t != 0);
    placeholders_.push_back({.waits_for = t, .what = nullptr, .id = std::string(id),
                             .at = static_cast<std::uint32_t>(at),
                             .method = static_cast<std::uint16_t>(method)});
    ++missing_;
}

void pending::keep(std::string_view text) {
    if (text.empty()) return;
    text_ = std::make_unique<bytes>(memory::budget::clients);
    text_->append(text);
    size_ += text.size();
}

void pending::fill(ticket t, std::unique_ptr<deferred_result> what) try {
    const auto at = find(t);
    if (at == placeholders_.end()) return;
    placeholder& here = placeholders_[static_cast<std::size_t>(at - placeholders_.begin())];
    here.waits_for = 0;
    --missing_;
    if (what == nullptr) {
        what = std::make_unique<deferred_result>();
        what->error_code = respond_timed_out(what->response, here.id);
        here.replaced = true;
    }
    if (what->later && !by_->finish(*what, here.method, here.id)) return;
    here.what = std::move(what);
    bytes& response = here.what->response;
    const bool is_ours = here.what->error_code && is_reserved(*here.what->error_code);
    if (is_ours) return;  // short, and must be sent
    const std::size_t closing = before_id.size() + here.id.size() + 1;  // not limited
    const std::size_t counted = response.size() - std::min(response.size(), closing);
    if (counted > limit_ - std::min(size_, limit_)) {
        response.release();
        here.what->error_code = respond_too_large(response, here.id);
        here.replaced = true;
    } else {
        size_ += response.size();
    }
} catch (const std::bad_alloc&) {  // append_to() will throw it
}

void pending::abandon_all() {
    for (const placeholder& each : placeholders_) {
        if (each.waits_for == 0) continue;
        if (by_ != nullptr) by_->leave(each.waits_for, executor::leaving::late);
        fill(each.waits_for, nullptr);
    }
}

bool pending::append_progress(const report& one, bytes& out) const {
    const bool is_tool = of_tool.method != nullptr;
    if (is_tool && of_tool.progress_token == nullptr) return false;
    append(out, {R"({"jsonrpc":"2.0","method":")",
                 is_tool ? R"(notifications/progress","params":{"progressToken":)"
                         : R"(rpc.progress","params":{"id":)",
                 is_tool ? *of_tool.progress_token : find(one.of)->id, ",", one.members.view(),
                 "}"});
    return true;
}

void pending::cancel(std::optional<std::string_view> id) const {
    for (const placeholder& each : placeholders_)
        if (each.waits_for != 0 && each.id == id.value_or(each.id) && by_ != nullptr)
            by_->leave(each.waits_for, executor::leaving::asks);
}

// Only a batch has text of its own, which precedes the first response. A batch has no error code.
std::optional<int> pending::append_to(bytes& out) const {
    assert(is_complete());
    if (text_ != nullptr && text_->overflowed()) throw std::bad_alloc();
    const std::string_view text = text_ == nullptr ? std::string_view{} : text_->view();
    std::optional<int> code;
    std::size_t written = 0;
    for (const placeholder& each : placeholders_) {
        if (each.what == nullptr) throw std::bad_alloc();
        out.append(text.substr(written, each.at - written));
        out.append(whole(each.what->response));
        written = each.at;
        code = each.what->error_code;
    }
    out.append(text.substr(written));
    return text.empty() ? code : std::nullopt;
}

std::uint64_t pending::ticks() const {
    std::uint64_t sum = 0;
    for (const placeholder& each : placeholders_)
        if (each.what != nullptr) sum += each.what->ticks;
    return sum;
}

void pending::count_into(call_counters& counts) const {
    for (const placeholder& each : placeholders_)
        if (each.replaced) counts.failed(each.method, each.what->error_code.value_or(0));
}

// Hands over this request alone, with params and id as sent. Appends an error if it is refused.
std::optional<int> dispatcher::hand_over(const row& method, const request& r, bytes& out) {
    bytes alone(memory::budget::clients);
    writer to(alone);
    to.begin_object();
    write_member(to, "jsonrpc", "2.0");
    write_member(to, "method", method.name);
    if (r.params() != nullptr)
        write_json(to, "params", value(document_, *r.params()).token());
    if (!r.is_notification()) write_json(to, "id", r.id());
    to.end_object();
    if (alone.overflowed()) throw std::bad_alloc();
    const std::size_t place = methods_.index_of(method);
    const bool is_asked = r.is_notification() || runner_.from().via == call_protocol::mcp;
    const ticket taken = executor_->take(std::move(alone), asked_caller(method, is_asked), method,
                                         !r.is_notification());
    if (taken == 0) return refuse_busy(method, r, out);
    if (counts_ != nullptr) counts_->of(place).handed_over.add();
    handed_over_ = true;
    if (!r.is_notification()) wait_for(taken, method, r, out);
    return std::nullopt;
}

const caller* dispatcher::asked_caller(const row& method, bool is_asked) const {
    return is_asked || method.asks_caller || runner_.is_logged() ? &runner_.from() : nullptr;
}

int dispatcher::refuse_busy(const row& method, const request& r, bytes& out) {
    if (counts_ != nullptr) counts_->failed(methods_.index_of(method), code::busy);
    const unlimited here(out, runner_.results_end());
    return respond_error(out, r.id(), code::busy, "Busy",
                         {{"message", "too many slow calls are waiting: try again later"}});
}

void dispatcher::wait_for(ticket t, const row& method, const request& r, const bytes& out) try {
    if (pending_ == nullptr)
        pending_ = std::make_unique<pending>(bounds_.response_bytes_max, this);
    pending_->wait_for(t, out.size() - begin_, r.id(), methods_.index_of(method));
} catch (const std::bad_alloc&) {
    cancel(t, methods_.index_of(method));
    throw;
}

// Calls a function with a later<T>, as call_method() calls others.
std::optional<int> dispatcher::call_later(const row& method, const request& r, given_nodes& given,
                                          call& c, bytes& out) {
    if (executor_ == nullptr || !executor_->reserve(method)) return refuse_busy(method, r, out);
    const std::size_t before = out.size();
    const std::string_view id = r.is_notification() ? std::string_view{} : r.id();
    answer_in_place now(*executor_, asked_caller(method), method, id, c);
    set_unbound(method, r, given, c);
    unbound_.later = &now;
    const outcome what = runner_.run(method, r.id_node(), c, out);
    unbound_.later = nullptr;
    now.waits = what == outcome::waits;
    if (now.waits) {
        out.truncate(before);
        handed_over_ = true;
        if (!r.is_notification()) wait_for(executor::ticket_of(*now.kept_call()), method, r, out);
        return std::nullopt;
    }
    if (what == outcome::refused) {
        out.truncate(before);
        refuse_params(method, r, out);
    }
    return runner_.complete(method, r.id(), what, before, out);
}

bool dispatcher::finish(deferred_result& what, std::size_t method, std::string_view id) try {
    const row& own = methods_.rows[method];
    later_end& end = *what.later;
    what.error_code = runner_.finish(own, end, id, what.response);
    what.ticks = runner_.took();
    if (end.from == nullptr || !runner_.is_logged()) return true;
    observe::logged_call ended{.from = &end.from->view(), .method = own.name, .is_known = true,
                               .id = end.from->id()};
    log_->begin(ended);
    ended.code = end.late ? code::timed_out : what.error_code.value_or(0);
    ended.ticks = what.ticks;
    ended.response_bytes = id.empty() ? 0 : what.response.size();
    log_->end(ended);
    return true;
} catch (const std::bad_alloc&) {
    return false;
}

void dispatcher::cancel(ticket t, std::size_t method) {
    if (executor_->leave(t, executor::leaving::stops)) counts_->of(method).dropped.add();
}

// -------------------------------------------------------------------------------- $/cancelRequest

namespace {

void cancel(const caller& from, const json_view& id) {
    if (from.via != call_protocol::websocket) return;  // whose messages set `waiting`
    for (const auto& each : *from.call->waiting) each->cancel(id.text());
}

constexpr api cancelling{method<"cancel", cancel>("Asks a call to stop early.", "id")};
constexpr table cancelling_table{cancelling};

}  // namespace

protocol_method cancel_request() { return {"$/cancelRequest", cancelling_table}; }

}  // namespace callbox::rpc
