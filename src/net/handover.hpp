// What a server gets from the one that it takes over from.
#pragma once

#include "base/fd.hpp"
#include "listen.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace callbox::net {

class handover {
public:
    // Looks whether there is one for this process. Empty, or one line that says what is wrong.
    [[nodiscard]] std::string take();
    // Whether there is: then these are the places to listen at, whatever the options say.
    explicit operator bool() const { return static_cast<bool>(told_); }

    // Gives each of so many workers listeners, so that each has one at least at each address, and
    // none is left. Empty, or one line that says why not.
    [[nodiscard]] std::string spread(std::size_t workers, std::vector<std::vector<listener>>& into);

    // The one before may go.
    void done();

private:
    fd told_;
    std::vector<listener> sockets_;
};

}  // namespace callbox::net
