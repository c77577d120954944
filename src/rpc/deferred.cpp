// Input: an answer with placeholders from rpc/dispatch, and responses from other threads. Output:
// the whole answer, for site/, after the last response.
#include "deferred.hpp"

#include "dispatch.hpp"
#include "members.hpp"

namespace callbox::rpc {

void pending::wait_for(ticket t, std::size_t at, std::string_view id, std::size_t method) {
    assert(t != 0);
    placeholders_.push_back(
        {.waits_for = t, .at = at, .method = method, .id = std::string(id), .what = {}});
    ++missing_;
}

bool pending::fill(ticket t, deferred_result&& what) {
    placeholder* const here = find(t);
    if (here == nullptr) return false;
    if (what.response.empty() && !what.response.overflowed()) return abandon(t);
    here->waits_for = 0;
    here->what = std::move(what);
    --missing_;
    bytes& response = here->what.response;
    const bool is_ours = here->what.error_code && is_reserved(*here->what.error_code);
    if (is_ours) return true;  // short, and must be sent
    const std::size_t closing = before_id.size() + here->id.size() + 1;  // not limited
    const std::size_t counted = response.size() - std::min(response.size(), closing);
    if (counted > limit_ - std::min(size_, limit_)) {
        response.release();
        here->what.error_code = respond_too_large(response, here->id);
        here->replaced = true;
    } else {
        size_ += response.size();
    }
    return true;
}

bool pending::abandon(ticket t) {
    placeholder* const here = find(t);
    if (here == nullptr) return false;
    here->replaced = true;
    deferred_result late;
    late.error_code = respond_timed_out(late.response, here->id);
    return fill(t, std::move(late));
}

void pending::abandon_all() {
    for (const placeholder& each : placeholders_)
        if (each.waits_for != 0) (void)abandon(each.waits_for);
}

// Only a batch has text of its own, which precedes the first response. A batch has no error code.
std::optional<int> pending::append_to(bytes& out) const {
    assert(is_complete());
    if (text_.overflowed()) throw std::bad_alloc();
    std::optional<int> code;
    std::size_t written = 0;
    for (const placeholder& each : placeholders_) {
        out.append(text_.view().substr(written, each.at - written));
        out.append(whole(each.what.response));
        written = each.at;
        code = each.what.error_code;
    }
    out.append(text_.view().substr(written));
    return text_.empty() ? code : std::nullopt;
}

std::uint64_t pending::ticks() const {
    std::uint64_t sum = 0;
    for (const placeholder& each : placeholders_) sum += each.what.ticks;
    return sum;
}

void pending::count_into(call_counters& counts) const {
    for (const placeholder& each : placeholders_)
        if (each.replaced) counts.failed(each.method, each.what.error_code.value_or(0));
}

pending::placeholder* pending::find(ticket t) {
    const auto at = std::ranges::find(placeholders_, t, &placeholder::waits_for);
    return at == placeholders_.end() ? nullptr : &*at;
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
    const bool is_asked = method.asks_caller || r.is_notification() || runner_.is_logged() ||
                          runner_.from().via == call_protocol::mcp;
    const ticket taken = executor_->take(std::move(alone), is_asked ? &runner_.from() : nullptr,
                                         method, !r.is_notification());
    if (taken == 0) {
        if (counts_ != nullptr) counts_->failed(place, code::busy);
        const unlimited here(out, runner_.results_end());
        return respond_error(out, r.id(), code::busy, "Busy",
                             {{"message", "too many slow calls are waiting: try again later"}});
    }
    if (counts_ != nullptr) counts_->of(place).handed_over.add();
    handed_over_ = true;
    if (r.is_notification()) return std::nullopt;
    if (pending_ == nullptr) pending_ = std::make_unique<pending>(bounds_.response_bytes_max);
    pending_->wait_for(taken, out.size() - begin_, r.id(), place);
    return std::nullopt;
}

}  // namespace callbox::rpc
