// A process beside the server, which starts the program anew when it is told to.
#pragma once

#include "base/clock.hpp"
#include "base/fd.hpp"
#include "base/listener_role.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace callbox::process {

// In the environment of the successor: its own number, the descriptor by which it tells that it is
// ready, and the sockets that it listens at: "4711:7:5f,6", where the file of 5 is its own too.
inline constexpr const char* handover_variable = "CALLBOX_HANDED_OVER";

// A listening socket that goes to the successor, whether the file of it does, and what it is for.
struct handed {
    int socket;
    bool with_file;
    listener_role serves = listener_role::all;
};

// The server can start no program when it is in its sandbox, so a process that is forked before
// does. It can be told one thing: to start the program that it was forked for, by the path that it
// was given, with the arguments and the environment of then, and with sockets that are sent to it.
// It keeps no descriptor of the server's but standard input, output and error, and ends when the
// server does. It is no child of the server, so nobody has to wait for it.
class upgrade_helper {
public:
    // Forks it, for one order of at most `sockets_max` at a time. `program` is a path or a name to
    // be looked for in PATH, and arguments; the successor has `patience_ms` to become ready.
    // Empty, or one line that says why there is none. Requires: it does what the program may do.
    [[nodiscard]] std::string open(const std::vector<std::string>& program,
                                   std::uint32_t patience_ms, std::size_t sockets_max);

    // Tells of reports. -1: there is no such process, or no more.
    int get() const { return channel_.get(); }

    // Has the program started with these. False: that can't be told to it.
    [[nodiscard]] bool order(std::span<const handed> all) const;

    struct report {
        enum kind : std::uint8_t {
            nothing,  // none has come
            ready,    // the successor serves; value is its number
            refused,  // no process or no program; value is errno
            exited,   // it ended before it was ready; value is its exit status
            killed,   // the same, by a signal: value
            late,     // it was not ready in time, and was ended
            gone,     // no report will come any more
        } is = nothing;
        int value = 0;
    };
    // Requires, to be more than nothing: get() has told. After `ready` and `gone` it takes no
    // order.
    report collect();

    // How long after an order a report is due.
    time_ms patience_ms() const { return patience_ms_ + 2'000; }

    // It ends; so does a successor that is not yet ready (SIGTERM).
    void close() { channel_.close(); }

private:
    fd channel_;
    time_ms patience_ms_ = 0;
};

}  // namespace callbox::process
