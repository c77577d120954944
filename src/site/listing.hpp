// The table of methods as HTML for people, which explorer.html is filled with.
#pragma once

#include <callbox/bytes.hpp>
#include <callbox/table.hpp>

#include <string_view>

namespace callbox::site {

// As it may stand in HTML, also in the value of an attribute.
void append_text(bytes& out, std::string_view text);

// JSON as it may stand in a <script> that is data: no tag can begin or end in it.
void append_data(bytes& out, std::string_view json);

// A list of links to the methods, by namespace.
void append_contents(bytes& out, const table& methods);

// Every method: what it takes, does and answers, and how to call it with curl at that URL.
void append_methods(bytes& out, const table& methods, std::string_view endpoint);

}  // namespace callbox::site
