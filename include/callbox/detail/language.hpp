// callbox/detail/language.hpp - one clear message if the language is C++17 or older. Every header
// includes it first, directly or through others.
#pragma once

#if !defined(__cplusplus) || __cplusplus < 202002L
#error "callbox needs C++20: -std=c++20"
#include "-std=c++20"  // there is no such file: compilers stop here and report nothing else
#endif
