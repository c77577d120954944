// Writes the answer that ends a connection which can't go on.
#include "connection.hpp"

namespace callbox::net {

using site::bound;

namespace {

int status_of(bound reached) {
    switch (reached) {
    case bound::request_bytes: return 413;
    case bound::target_bytes: return 414;
    case bound::header_bytes: return 431;
    case bound::header_time:
    case bound::body_time: return 408;
    default: return 503;
    }
}

}  // namespace

void connection::turn_away(time_ms now, bool is_allowed) {
    step s{{}, now, false};
    if (is_allowed) {
        refuse(s, bound::connections, "there are as many connections as connections_max allows");
    } else {
        common_->site->counts().denied(site::denial::user);
        refuse(s, 403, "the user of this process may not call; --allow-uid UID allows it");
    }
}

// Once the head is read, the answer belongs to that request: a page of an allowed origin may read
// it.
bool connection::refuse(step& s, int status, std::string_view reason) {
    http::request* r = nullptr;
    if (!s.unread.empty() && phase_ == phase::body) r = &parser_.message();
    if (r != nullptr) r->moved(s.unread.data());
    common_->site->refuse(status, reason, context(r, true), common_->output);
    return finish(s);
}

bool connection::refuse(step& s, site::bound reached, std::string_view reason) {
    common_->site->counts().reached(reached);
    return refuse(s, status_of(reached), reason);
}

// Refuses what the parser of heads or of chunks has refused.
bool connection::refuse_read(step& s, int status, std::string_view reason) {
    using enum bound;
    for (const bound b : {request_bytes, target_bytes, header_bytes})
        if (status_of(b) == status) return refuse(s, b, reason);
    return refuse(s, status, reason);
}

}  // namespace callbox::net
