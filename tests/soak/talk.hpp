// A client connection that parses answers, and random numbers for a client.
#pragma once

#include "attacks/server.hpp"
#include "support/transcript.hpp"

#include <random>
#include <string>
#include <string_view>

namespace soak {

// The random numbers of one client.
class dice {
public:
    explicit dice(unsigned seed) : generator_(seed) {}
    // 0 to below - 1
    std::size_t roll(std::size_t below) { return generator_() % below; }
    std::size_t between(std::size_t least, std::size_t most) {
        return least + roll(most - least + 1);
    }

private:
    std::mt19937 generator_;
};

class talk {
public:
    // `address`: as in support/program.hpp.
    explicit talk(const std::string& address) : peer_(wire::connected(address)) {}

    attacks::peer& peer() { return peer_; }
    // Sends all bytes, as many at a time as the socket accepts; false if it fails.
    bool send(std::string_view bytes) { return sends(bytes, bytes.size(), 0); }
    // Sends pieces of `piece` bytes with a pause after each.
    bool sends(std::string_view bytes, std::size_t piece, unsigned pause_us);
    // The next answer; status 0 if there is none, -1 if it is malformed. `piece`: how many bytes to
    // read at a time; `pause_us`: the pause before each read.
    wire::answer read(std::size_t piece = 65536, unsigned pause_us = 0);
    // Whether the connection ends without another byte and without a reset.
    bool ends();

private:
    bool more(std::size_t piece, unsigned pause_us);

    attacks::peer peer_;
    std::string unread_;
};

}  // namespace soak
