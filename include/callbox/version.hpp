// callbox/version.hpp - the version of the library (semver.org). The Makefile reads it.
#pragma once

#include <callbox/detail/language.hpp>

#include <string_view>

namespace callbox {

inline constexpr std::string_view version = "0.1.0";

}  // namespace callbox
