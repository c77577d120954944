// The explorer: one page that lists the methods and, with JavaScript, calls them.
#pragma once

#include <callbox/options.hpp>
#include <callbox/table.hpp>

namespace callbox::site {

// Built once, at start.
struct page {
    // Requires: the targets of `methods` outlive the constructor.
    page(const table& methods, const options& chosen, bool is_with_websocket);

    std::string html;
    std::string tag;     // the entity tag, in quotes
    std::string fields;  // the field lines of a response with the page and of a 304 response
};

// Escapes text for HTML, also for the value of an attribute.
void append_text(bytes& out, std::string_view text);

// Escapes JSON for a <script> with data: no tag can begin or end in it.
void append_data(bytes& out, std::string_view json);

// Appends every method, with a curl command for that URL, and the types that it links to.
void append_methods(bytes& out, const table& methods, std::string_view endpoint);

}  // namespace callbox::site
