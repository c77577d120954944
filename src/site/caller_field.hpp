// The field in which a proxy names the user: options::caller_header.
#pragma once

#include "http/parse.hpp"
#include "rejection.hpp"

#include <callbox/options.hpp>

namespace callbox::site {

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
                          std::string_view& user) const;

private:
    bool is_trusted(std::string_view peer) const;

    std::string name_;               // in lower case; empty: there is no such field
    std::vector<std::string> from_;  // in the notation of peers, without port
};

}  // namespace callbox::site
