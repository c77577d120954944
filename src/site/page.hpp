// The explorer: one page that lists the methods and, with JavaScript, calls them.
#pragma once

#include <callbox/options.hpp>
#include <callbox/table.hpp>

#include <string>

namespace callbox::site {

// Built once, at start.
class page {
public:
    // Requires: the targets of `methods` outlive the constructor.
    page(const table& methods, const options& chosen);

    std::string_view html() const { return html_; }
    // The field lines of a response with the page and of a 304 response.
    std::string_view fields() const { return fields_; }
    // The entity tag, in quotes.
    std::string_view tag() const { return etag_; }

private:
    std::string html_;
    std::string etag_;
    std::string fields_;
};

}  // namespace callbox::site
