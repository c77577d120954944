// The parts of the program in the other files. claims.hpp counts their claims.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// The URLs of the servers.
struct urls {
    const char* example;
    const char* everything;
    const char* inventory;
};

void call_all(const urls& servers);
// `answers` is the first line that answers.py prints, `proxy` the URL of busy.mjs for `everything`.
void meet_failures(const urls& servers, std::string_view answers, const std::string& proxy);
void go_round(const urls& servers, std::uint64_t seed);
