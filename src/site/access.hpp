// Access control by the request's host and by the origin of the page that sent it.
#pragma once

#include "http/parse.hpp"

#include <callbox/options.hpp>

namespace callbox::site {

class access {
public:
    // `loopback_only`: every listener is on loopback or a unix socket.
    access(const options& chosen, bool loopback_only);

    // Whether requests for that authority are allowed. In a DNS rebinding attack it is the name of
    // the attacker's page. Empty (HTTP/1.0 without Host) is allowed, as no browser sends it. The
    // latest authority is not checked again: nearly all requests have the same one. Requires:
    // is_authority(), or empty.
    bool is_served(std::string_view authority) {
        return any_host_ || authority.empty() || authority == served_ || may_serve(authority);
    }

    // The request's Origin if its pages may call and read the responses; otherwise empty.
    std::string_view allowed_origin(const http::request& r) const;

    // Whether a browser sent it for a page of another origin that is not allowed.
    bool is_cross_site(const http::request& r) const {
        return (r.has(http::field::sec_fetch_site) || r.has(http::field::origin)) && is_foreign(r);
    }

private:
    bool may_serve(std::string_view authority);
    bool is_foreign(const http::request& r) const;

    bool local_names_only_;
    bool any_host_;
    bool any_origin_;
    std::vector<std::string> hosts_;    // in lower case, without port
    std::vector<std::string> origins_;  // in lower case
    std::string served_;                // the latest authority
};

}  // namespace callbox::site
