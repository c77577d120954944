// What a server takes over from the process before it.
#pragma once

#include "base/fd.hpp"
#include "listener.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace callbox::net {

class handover {
public:
    // Takes the handover for this process, if any. Empty, or one line that says what is wrong.
    [[nodiscard]] std::string take();
    // Whether there is one: then it says where to listen, whatever the options say.
    explicit operator bool() const { return static_cast<bool>(told_); }

    // Deals all listeners out to so many workers, so that each has at least one at each address.
    // Empty, or one line that says why not.
    [[nodiscard]] std::string spread(std::size_t workers, std::vector<std::vector<listener>>& out);

    // Tells the process before that it may go.
    void done();

private:
    fd told_;
    std::vector<listener> sockets_;
};

}  // namespace callbox::net
