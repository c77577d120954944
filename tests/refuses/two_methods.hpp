// The table that the tests call incorrectly.
#pragma once

#include <callbox/callbox.hpp>
#include <callbox/typed_call.hpp>

using callbox::arg, callbox::by_name_only, callbox::method, callbox::named;

double add(double a, double b) { return a + b; }
bool hello(std::string_view name, bool loudly) { return loudly && !name.empty(); }

constexpr callbox::api methods{
    method<"add", add>("Adds.", "a", "b"),
    method<"hello", hello>("Greets.", arg("name"), by_name_only, arg("loudly") = false),
};
