// Reads members of a schema. A member of an unexpected type counts as absent.
#pragma once

#include <callbox/json.hpp>

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace callbox::openrpc::generate {

bool has_any(value v, std::initializer_list<std::string_view> keywords);
bool is_flag(value v, std::string_view name, bool wanted);
std::string_view text_of(value v, std::string_view name);  // empty if there is none
std::optional<std::vector<value>> list_of(value v, std::string_view name);
double bound(value v, std::string_view name, double otherwise);

}  // namespace callbox::openrpc::generate
