// Access control by the request's host and by the origin of the page that sent it. Users named by a
// proxy.
#pragma once

#include "http/parse.hpp"
#include "rejection.hpp"

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

// The field in which a proxy names the user: options::caller_header.
class caller_field {
public:
    // Requires: error_in(chosen) is empty.
    explicit caller_field(const options& chosen);

    // Whether it may be options::caller_header: the name of a field that callbox does not
    // read and that is not common (http/names.hpp). Heads with it have no head_id.
    static bool is_name(std::string_view text);
    // An error in these options, as a clause; empty: they are valid.
    static std::string error_in(const options& chosen);

    // Sets `user` to the user named by a request from that peer, a view into the head; empty: none.
    // Returns the rejection, or null if the request is accepted.
    const rejection* find(const http::request& r, std::string_view peer,
                          std::string_view& user) const {
        return name_.empty() ? nullptr : search(r, peer, user);
    }

private:
    const rejection* search(const http::request& r, std::string_view peer,
                            std::string_view& user) const;
    bool is_trusted(std::string_view peer) const;

    std::string name_;               // in lower case; empty: there is no such field
    std::vector<std::string> from_;  // in the notation of peers, without port
};

}  // namespace callbox::site
