// Which requests may be answered: by the host they are for, and the page a browser sends them from.
#pragma once

#include "http/parse.hpp"

#include <callbox/options.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace callbox::site {

class access {
public:
    // `loopback_only` says whether every listener is on loopback or a unix socket.
    access(const options& how, bool loopback_only);

    // Whether requests may be for that authority. A page whose name was made to point here (DNS
    // rebinding) names itself in it. Empty, HTTP/1.0 without Host, is allowed: no browser sends it.
    // The authority that was served last is not checked again: nearly all requests are for one.
    // Requires: is_authority(), or empty.
    bool is_served(std::string_view authority) {
        return any_host_ || authority.empty() || authority == served_ || may_serve(authority);
    }

    // The request's Origin when its pages may call and read the answers; else empty.
    std::string_view allowed_origin(const http::request& r) const;

    // Whether a browser sends it on behalf of a page of another origin that is not allowed.
    bool is_cross_site(const http::request& r) const {
        return (r.has(http::field::sec_fetch_site) || r.has(http::field::origin)) && is_foreign(r);
    }

private:
    bool may_serve(std::string_view authority);
    bool is_foreign(const http::request& r) const;

    bool local_names_only_;
    bool any_host_;
    bool any_origin_;
    std::vector<std::string> hosts_;    // in small letters, without port
    std::vector<std::string> origins_;  // in small letters
    std::string served_;                // the authority that was served last
};

}  // namespace callbox::site
