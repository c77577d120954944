// The sockets that a server takes over from its predecessor.
#pragma once

#include "listener.hpp"

#include <vector>

namespace callbox::net {

class handover {
public:
    // Reads the handover for this process, if any. Returns an empty string or one line of error.
    [[nodiscard]] std::string take();
    // Whether there is a handover. It overrides the addresses in the options.
    explicit operator bool() const { return static_cast<bool>(ready_); }

    // Distributes the listeners to the workers. Each worker gets at least one per address. Returns
    // an empty string or one line of error.
    [[nodiscard]] std::string spread(std::size_t workers, std::vector<std::vector<listener>>& out);

    // Notifies the predecessor that this process is ready.
    void done();

private:
    fd ready_;
    std::vector<listener> sockets_;
};

}  // namespace callbox::net
