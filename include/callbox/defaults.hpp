// callbox/defaults.hpp - defaults of parameters and members: what is taken where nothing is sent.
// Part of describe.hpp.
//
//     arg("by") = 1                      a number, bool, string or enumerator
//     arg("tags") = {}                   an empty list, map or string; a struct as C++ makes it
//     arg("from") = constant<origin>     the value of a constexpr variable, of any type; a vector
//                                        takes that of a std::array
//     field{"rows", &page::rows} = initial    what the struct's initializer says
//
// `initial` is for fields: a member that nobody sends stays as C++ made it. All but the first form
// need a codec that can write the type, since the document shows them.
#pragma once

#include <callbox/constraints.hpp>

namespace callbox {

// As in describe.hpp.
namespace table_error {
void a_default_value_is_out_of_its_parameters_range(std::string_view name);
void a_default_value_has_no_name_in_its_enumeration(std::string_view name);
}  // namespace table_error

struct empty_default {};

template <const auto& Value> struct constant_default {};
template <const auto& Value> inline constexpr constant_default<Value> constant{};

struct initial_default {};
inline constexpr initial_default initial{};

}  // namespace callbox

#include <callbox/detail/default_values.hpp>
