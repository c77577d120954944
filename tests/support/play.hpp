// Plays a conversation to a server and says where they differ.
#pragma once

#include "script.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace wire {

// The server's side of one connection, wherever it is.
class peer {
public:
    enum class arrival {
        bytes,   // some came
        quiet,   // none came, and none will for a while
        closed,  // the server has closed
        broken,  // the connection was reset
    };

    virtual ~peer() = default;
    virtual void send(
        std::string_view bytes) = 0;  // what a closed connection does not take is lost
    virtual void end() = 0;           // the client shuts its sending side
    virtual void wait(int ms) = 0;
    virtual arrival receive(std::string& out) = 0;
};

// How the client's bytes are cut into pieces.
struct cut {
    static constexpr std::size_t nowhere = SIZE_MAX;
    bool everywhere = false;   // one byte after the other
    std::size_t at = nowhere;  // once, after so many bytes of the conversation
};

// Empty when all went as the conversation says; else the file, the line, expected and got.
std::string play(const conversation& said, peer& server, cut how);

}  // namespace wire
