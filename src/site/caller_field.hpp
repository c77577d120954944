// The field in which a proxy names the user: options::caller_header.
#pragma once

#include "http/parse.hpp"
#include "rejection.hpp"

#include <callbox/options.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace callbox::site {

class caller_field {
public:
    // Requires: mistake_in(how) is empty.
    explicit caller_field(const options& how);

    // Whether that may be options::caller_header: a field's name that callbox itself gives no
    // meaning, and known_heads none, so that heads with it are read each time.
    static bool is_name(std::string_view text);
    // What is wrong with these options, as a clause; empty: nothing.
    static std::string mistake_in(const options& how);

    // Finds the user whom the request of that peer names; empty: it names none. Returns why the
    // request is refused, else null. The view points into the head.
    const rejection* find(const http::request& r, std::string_view peer,
                          std::string_view& user) const;

private:
    bool is_believed(std::string_view peer) const;

    std::string name_;                // in small letters; empty: there is no such field
    std::vector<std::string> from_;  // as peers are written, without port
};

}  // namespace callbox::site
