// The sockets of a server: opened, taken over from its predecessor, handed to a successor.
#pragma once

#include "listener.hpp"
#include "system/sandbox.hpp"
#include "system/upgrade_helper.hpp"

namespace callbox::net {

using listeners = std::vector<listener>;  // of one worker

// Opens a listener on each address of the options for each worker. Returns an empty string or one
// line of error. Requires: the options are valid.
[[nodiscard]] std::string open_all(const options& how, std::vector<listeners>& out);

// Whether all listeners for listener_role::admin, or all others, are on loopback.
bool is_local(const listeners& all, bool admin);

// The lines that report the addresses once the server is ready.
std::vector<std::string> ready_lines(const listeners& all, const options& how);

// The files for the sandbox: folders, as the token file or the log file may be another file at
// SIGHUP, and as the files of unix sockets are removed on exit.
system::grants files_of(const options& how, const listeners& all);

// The sockets for a successor, each once, even if several workers share it.
std::vector<system::handed> sockets_of(const std::vector<listeners>& all);

// The sockets that a server takes over from its predecessor.
class handover {
public:
    // Reads the handover for this process, if any. Returns an empty string or one line of error.
    [[nodiscard]] std::string take();
    // Whether there is a handover. It overrides the addresses in the options.
    explicit operator bool() const { return static_cast<bool>(ready_); }

    // Distributes the listeners to the workers. Each worker gets at least one per address. Returns
    // an empty string or one line of error.
    [[nodiscard]] std::string spread(std::size_t workers, std::vector<listeners>& out);

    // Notifies the predecessor that this process is ready.
    void done();

private:
    fd ready_;
    listeners sockets_;
};

}  // namespace callbox::net
