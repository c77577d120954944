// The names of types in the document.
#pragma once

#include <string>
#include <string_view>

namespace callbox::openrpc {

// The key of a type's component, made from its name as given by the compiler or describe():
// "page_product" for "page<shop::product>". It consists of letters, digits and '_'. The spellings
// of both compilers make the same key: g++ writes "long unsigned int" and
// "std::__cxx11::basic_string<char>", clang "unsigned long" and "std::basic_string<char>".
std::string component_name(std::string_view type_name);

}  // namespace callbox::openrpc
