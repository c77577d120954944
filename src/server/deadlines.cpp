// Keeps lists of deadlines sorted by time, for server/loop.
#include "deadlines.hpp"

#include <algorithm>
#include <cassert>

namespace callbox::net {

void deadlines::set(entry& e, std::size_t kind, time_ms due) {
    assert(kind < kind_count);
    clear(e);
    list& l = lists_[kind];
    assert(l.last == nullptr || l.last->due_ <= due);
    e.kind_ = static_cast<std::uint8_t>(kind);
    e.due_ = due;
    e.before_ = l.last;
    (l.last != nullptr ? l.last->after_ : l.first) = &e;
    l.last = &e;
}

void deadlines::clear(entry& e) {
    if (!e.is_set()) return;
    list& l = lists_[e.kind_];
    (e.before_ != nullptr ? e.before_->after_ : l.first) = e.after_;
    (e.after_ != nullptr ? e.after_->before_ : l.last) = e.before_;
    e = entry{};
}

time_ms deadlines::next() const {
    time_ms next = never;
    for (const list& l : lists_)
        if (l.first != nullptr) next = std::min(next, l.first->due_);
    return next;
}

deadlines::entry* deadlines::take_due(time_ms now) {
    for (list& l : lists_) {
        entry* e = l.first;
        if (e == nullptr || e->due_ > now) continue;
        clear(*e);
        return e;
    }
    return nullptr;
}

}  // namespace callbox::net
