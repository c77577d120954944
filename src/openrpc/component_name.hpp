// The names that types have in the document.
#pragma once

#include <string>
#include <string_view>

namespace callbox::openrpc {

// The key of a type's component, from the name that the compiler or describe() gives it:
// "page_product" of "page<shop::product>". Both compilers' spellings of a type make one key: g++
// writes "long unsigned int" and "std::__cxx11::basic_string<char>" where clang writes "unsigned
// long" and "std::basic_string<char>". Its characters are letters, digits and '_'.
std::string component_name(std::string_view type_name);

}  // namespace callbox::openrpc
