// callbox/language.hpp - one clear message where the compiler reads C++17 or older. Each header
// includes it, directly or through others, before anything else. Nothing here is for users.
#pragma once

#if !defined(__cplusplus) || __cplusplus < 202002L
#error "callbox needs C++20: -std=c++20"
#include "-std=c++20"  // there is no such file: compilers stop here, and report nothing else
#endif
