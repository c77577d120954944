// The table of methods as HTML, for the explorer page.
#pragma once

#include <callbox/bytes.hpp>
#include <callbox/table.hpp>

#include <string_view>

namespace callbox::site {

// Escapes text for HTML, also for the value of an attribute.
void append_text(bytes& out, std::string_view text);

// Escapes JSON for a <script> with data: no tag can begin or end in it.
void append_data(bytes& out, std::string_view json);

// Appends a list of links to the methods, by namespace.
void append_contents(bytes& out, const table& methods);

// Appends every method, with a curl command for that URL, and the types that it links to.
void append_methods(bytes& out, const table& methods, std::string_view endpoint);

}  // namespace callbox::site
