// callbox/defaults.hpp - defaults of parameters and members: their values when a call omits them.
// Part of describe.hpp.
//
//     arg("by") = 1,                         // a number, bool, string or enumerator
//     arg("tags") = {},                      // an empty list, map or string; a struct made by {}
//     arg("from") = constant<origin>,        // the value of a constexpr variable of any type; for
//                                            // a vector, of a std::array
//     field{"rows", &page::rows} = initial,  // the value of the member's initializer
//
// `initial` is for fields only. All forms but the first require a codec with write(), because the
// document shows the default.
#pragma once

#include <callbox/constraints.hpp>

namespace callbox {

// See describe.hpp.
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
