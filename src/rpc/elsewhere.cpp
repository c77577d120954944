// An answer with holes comes in from rpc/dispatch, responses from other threads; when the last is
// there, the whole goes out to site/.
#include "elsewhere.hpp"

#include "respond.hpp"

#include <algorithm>
#include <cassert>
#include <new>
#include <utility>

namespace callbox::rpc {

void pending::wait_for(ticket t, std::size_t at, std::string_view id) {
    assert(t != 0);
    holes_.push_back({.waits_for = t, .at = at, .id = std::string(id), .what = {}});
    ++missing_;
}

bool pending::fill(ticket t, found&& what) {
    hole* const here = find(t);
    if (here == nullptr) return false;
    here->waits_for = 0;
    here->what = std::move(what);
    --missing_;
    return true;
}

bool pending::give_up(ticket t) {
    const hole* const here = find(t);
    if (here == nullptr) return false;
    found late;
    late.error_code = respond_timed_out(late.response, here->id);
    return fill(t, std::move(late));
}

// In a batch there is text before the first response.
std::optional<int> pending::append_to(bytes& out) const {
    assert(is_whole());
    if (text_.overflowed()) throw std::bad_alloc();
    const std::size_t begin = out.size();
    std::optional<int> code;
    std::size_t written = 0;
    for (const hole& each : holes_) {
        out.append(text_.view().substr(written, each.at - written));
        written = each.at;
        code = each.what.error_code;
        const bytes& response = each.what.response;
        if (!response.overflowed() && out.size() - begin + response.size() <= limit_)
            out.append(response.view());
        else code = respond_too_large(out, each.id);
    }
    out.append(text_.view().substr(written));
    return text_.empty() ? code : std::nullopt;
}

pending::hole* pending::find(ticket t) {
    const auto at = std::find_if(holes_.begin(), holes_.end(),
                                 [t](const hole& h) { return h.waits_for == t; });
    return at == holes_.end() ? nullptr : &*at;
}

}  // namespace callbox::rpc
