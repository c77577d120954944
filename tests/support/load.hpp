// Clients that call a program without a pause, and know which answers they must get.
#pragma once

#include "program.hpp"

#include <atomic>
#include <cstddef>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace wire {

// A request as it is sent, and a piece of its answer that shows that the answer is whole.
struct exchange {
    std::string sent;
    std::string got;
};
// A call by POST /api. `got` is how the JSON of its answer ends.
exchange call_of(std::string_view method, std::string_view params, std::string_view got);

// Each client is a thread, and sends the requests in turn: over one connection, or each over a new
// one. Clients go on until the server takes no more; one whose connection closes makes another,
// until the last call.
class load {
public:
    // Requires: `to` outlives it.
    load(const program& to, std::vector<exchange> requests, std::size_t kept, std::size_t fresh);
    ~load();
    load(const load&) = delete;
    load& operator=(const load&) = delete;

    std::size_t answered() const { return answered_; }
    // Call it before the program is told to stop. A request that is sent from now on may stay
    // without an answer. One that was sent before may not; it has reached the program's sockets
    // when this returns.
    void last_call();
    // Waits for the clients to end. Empty, or how many requests were lost.
    std::string end();

private:
    void work(bool keep);
    enum class after { go_on, reconnect, end };
    after ask(socket_peer& server, const exchange& what);

    const program* to_;
    std::vector<exchange> requests_;
    std::atomic<std::size_t> answered_ = 0;
    std::atomic<std::size_t> lost_ = 0;
    std::atomic<bool> last_call_ = false;
    std::vector<std::thread> clients_;
};

}  // namespace wire
