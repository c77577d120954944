// Passes requests from rpc/dispatch to the thread pool. server/loop passes the responses to the
// waiting connections.
#include "deferred_calls.hpp"

#include "slots.hpp"

namespace callbox::net {

void deferred_calls::begin(rpc::job& one) {
    one.owner = served_;
    if (one.awaited && one.due != never) dues_.emplace(one.due, &one);
    if (one.awaited || !one.is_later) ++out_;
}

rpc::ticket deferred_calls::take(bytes request, const caller* from, const row& method,
                                 bool awaited) {
    rpc::jobs made = make(from, method, awaited);
    rpc::job& one = made.front();
    one.result = std::make_unique<rpc::deferred_result>();
    one.result->response = std::move(request);
    const time_ms due = one.due;
    begin(one);  // may throw
    if (pool_->take(std::move(made))) return ticket_of(one);
    dues_.erase({due, &one});  // it is gone
    --out_;
    return 0;
}

bool deferred_calls::leave(rpc::ticket t, leaving how) {
    rpc::job& one = job_of(t);
    const bool was_awaited = one.awaited;
    (void)later_calls::leave(t, how);
    if (how == leaving::asks) return false;
    dues_.erase({one.due, &one});
    if (one.is_later) {
        abandoned_.add();
        out_ -= was_awaited;
        return false;
    }
    if (how == leaving::late || pool_->take_out(one).empty()) return false;
    --out_;
    return true;
}

const rpc::job* deferred_calls::take_due(time_ms now) {
    if (dues_.empty() || now < next_due()) return nullptr;
    const rpc::job* const late = dues_.begin()->second;
    (void)leave(ticket_of(*late), leaving::late);
    return late;
}

std::string_view deferred_calls::peer_of(const void* owner) const {
    return owner == nullptr ? "stdio" : static_cast<const slot*>(owner)->from.text();
}

void deferred_calls::add_to(site::metrics& shown) const {
    if (std::ranges::none_of(methods_->rows, &row::answers_later)) return;
    shown.add_pending(*this);
    shown.add({"callbox_calls_abandoned_total", "counter",
               "Calls of methods that answer later whose answer was no longer needed."},
              &abandoned_);
}

}  // namespace callbox::net
