// The parts of the program in calls.cpp and round_trip.cpp. claims.hpp counts their claims.
#pragma once

#include <cstdint>

// The URLs of the servers.
struct urls {
    const char* example;
    const char* everything;
    const char* inventory;
};

void call_all(const urls& servers);
void go_round(const urls& servers, std::uint64_t seed);
