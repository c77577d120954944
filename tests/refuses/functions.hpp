// Functions for invalid rows, and the names that a row usually needs.
#pragma once

#include <callbox/callbox.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

using callbox::arg, callbox::example, callbox::method;

int none() { return 0; }
double add(double a, double b) { return a + b; }
int number(int n) { return n; }
int text(std::string_view s) { return static_cast<int>(s.size()); }
int list(const std::vector<int>& v) { return static_cast<int>(v.size()); }
int map(const std::map<std::string, int>& m) { return static_cast<int>(m.size()); }
