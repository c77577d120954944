// A method with an int as its state.
#pragma once

#include <callbox/callbox.hpp>

#include <string>

int next(int& state) { return ++state; }
constexpr callbox::api methods{callbox::method<"next", next>("Next.")};
