// callbox/detail/type_name.hpp - the names of types in messages, lists and the OpenRPC document.
#pragma once

#include <callbox/detail/language.hpp>

#include <string_view>

namespace callbox {

template <class T> struct as;

namespace detail {

// The name of a type in the program, without its namespaces. Both compilers spell out the template
// argument in __PRETTY_FUNCTION__.
template <class T> constexpr std::string_view name_of_type() {
    std::string_view name = __PRETTY_FUNCTION__;
    name.remove_prefix(name.find("T = ") + 4);
    name = name.substr(0, name.find_first_of(";]"));
    const std::size_t end = name.find('<');
    const std::size_t space = name.substr(0, end).rfind("::");
    return space == std::string_view::npos ? name : name.substr(space + 2);
}

// The name that describe() sets, or else the type's own.
template <class T> constexpr std::string_view given_name() {
    constexpr std::string_view given = describe(as<T>{}).name;
    return given.empty() ? name_of_type<T>() : given;
}

}  // namespace detail

}  // namespace callbox
