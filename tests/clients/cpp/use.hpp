// The parts of the program: calls.cpp and round_trip.cpp. claims.hpp counts what they claim.
#pragma once

#include <cstdint>

// Of the servers.
struct urls {
    const char* example;
    const char* everything;
    const char* inventory;
};

void call_all(const urls& servers);
void go_round(const urls& servers, std::uint64_t seed);
