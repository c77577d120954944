// Access control for connections and calls, shared by all loops.
#pragma once

#include "observe/logger.hpp"
#include "peer.hpp"
#include "site/tokens.hpp"

#include <callbox/table.hpp>

namespace callbox::net {

class credentials {
public:
    // Reads the token file, if any. Returns an empty string or one line of error. Requires:
    // `methods` is null or outlives it.
    [[nodiscard]] std::string open(const options& how, const table* methods = nullptr);

    // Returns a warning for each token without methods and each scope that matches none: most
    // likely an error. A warning contains the name of the holder, never the token.
    std::vector<std::string> doubts() const;

    // Whether the peer's process may connect. Always true over a network.
    bool may_connect(const peer& who) const;

    // Returns the tokens after that number of SIGHUPs. The first loop that handles a SIGHUP rereads
    // the file, so all loops get the same tokens. If the file is invalid, the old tokens stay in
    // effect. Logs the outcome.
    site::tokens tokens_after(unsigned hangups, observe::logger& log);

private:
    std::string read(site::tokens& out) const;

    const table* methods_ = nullptr;
    std::vector<uid_t> allowed_;
    std::string path_;           // empty: no tokens
    bool has_log_file_ = false;  // SIGHUP also reopens the log file
    uid_t user_ = 0;             // user to switch to; may own the file

    mutex mutex_;  // guards the members below
    site::tokens tokens_;
    unsigned hangups_ = 0;  // SIGHUPs handled
};

}  // namespace callbox::net
