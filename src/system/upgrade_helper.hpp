// A helper process that re-executes the program on request, for upgrades.
#pragma once

#include "base/clock.hpp"
#include "base/fd.hpp"
#include "base/listener_role.hpp"

#include <vector>

namespace callbox::system {

// Environment variable of the successor: its own pid, the descriptor on which it reports that it is
// ready, and its listening sockets: "4711:7:5f,6", where it also owns the file of 5.
inline constexpr const char* handover_variable = "CALLBOX_HANDED_OVER";

// A listening socket passed to the successor, whether its file is passed too, and its role.
struct handed {
    int socket;
    bool with_file;
    listener_role serves = listener_role::all;
};

// A sandboxed server cannot start programs, so a process forked earlier does so. It accepts one
// kind of order: to start its program, with the path, arguments and environment given at the fork,
// and with the sockets sent in the order.
// It keeps no descriptors of the server except standard input, output and error, and ends with the
// server. It is not a child of the server, so it need not be waited for.
class upgrade_helper {
public:
    // Forks the helper, for one order at a time. `program` is a path, or a name to look up in PATH,
    // and arguments; the successor has `patience_ms` to become ready, and gets `sockets`. Returns
    // an empty string or one line of error. Requires: this process has all rights that the program
    // needs; the sockets stay open.
    [[nodiscard]] std::string open(const std::vector<std::string>& program,
                                   std::uint32_t patience_ms, std::vector<handed> sockets);

    // Readable when a report is available. -1 without a helper.
    int get() const { return channel_.get(); }

    // Orders the helper to start the program. Returns false if the order cannot be sent.
    [[nodiscard]] bool order() const;

    struct report {
        enum outcome : std::uint8_t {
            nothing,  // no report yet
            ready,    // the successor serves; value is its pid
            refused,  // fork or exec failed; value is errno
            exited,   // it exited before it was ready; value is its exit status
            killed,   // the same, by the signal in value
            late,     // it was not ready in time and was killed
            gone,     // the helper has ended; no more reports
        } kind = nothing;
        int value = 0;
    };
    // Returns `nothing` unless get() is readable. After `ready` and `gone` no order is accepted.
    report collect();

    // The time after an order in which a report is due.
    time_ms patience_ms() const { return patience_ms_ + 2'000; }

    // Ends the helper, and terminates a successor that is not ready yet (SIGTERM).
    void close() { channel_.close(); }

private:
    fd channel_;
    std::vector<handed> sockets_;
    time_ms patience_ms_ = 0;
};

}  // namespace callbox::system
