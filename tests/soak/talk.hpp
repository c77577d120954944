// A connection of a client that takes answers apart, and the calls that it makes.
#pragma once

#include "attacks/server.hpp"
#include "support/transcript.hpp"

#include <random>
#include <string>
#include <string_view>

namespace soak {

// What one client rolls.
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
    // As many bytes as the socket takes at once, until all are; false when it takes no more.
    bool send(std::string_view bytes) { return sends(bytes, bytes.size(), 0); }
    // In pieces of so many bytes, with a pause behind each.
    bool sends(std::string_view bytes, std::size_t piece, unsigned pause_us);
    // The next answer; of status 0 when none came, of -1 when it is no answer. `piece`: how much is
    // read at once; `pause_us`: the pause before that.
    wire::answer read(std::size_t piece = 65536, unsigned pause_us = 0);
    // Whether nothing comes but the end of the connection: neither a byte nor a reset.
    bool ends();

private:
    bool more(std::size_t piece, unsigned pause_us);

    attacks::peer peer_;
    std::string unread_;
};

}  // namespace soak
