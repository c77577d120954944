// The table to which the tests add invalid hooks.
#pragma once

#include <callbox/callbox.hpp>

using callbox::after, callbox::before, callbox::fails, callbox::raises;
using callbox::seen_call, callbox::seen_end;

struct shop {};
struct other {};
struct gone {};
int size(shop&) { return 1; }

constexpr callbox::api plain{callbox::method<"size", size>("How many.", fails(1, "none"))};
