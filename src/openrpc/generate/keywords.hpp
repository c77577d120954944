// Members of a schema, read as what they should be: one of another type is taken as absent.
#pragma once

#include <callbox/json.hpp>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc::generate {

bool has_any(value v, std::initializer_list<std::string_view> keywords);
bool is_flag(value v, std::string_view name, bool wanted);
std::string_view text_of(value v, std::string_view name);  // empty: there is none
std::optional<std::vector<value>> list_of(value v, std::string_view name);
double bound(value v, std::string_view name, double otherwise);

// What a JSON pointer (RFC 6901) points to, and its last part.
std::optional<value> at(value from, std::string_view pointer, std::string* last);

}  // namespace callbox::openrpc::generate
