// Who may connect and call: what all loops have in common.
#pragma once

#include "base/mutex.hpp"
#include "observe/logger.hpp"
#include "peer.hpp"
#include "site/tokens.hpp"

#include <callbox/options.hpp>
#include <callbox/table.hpp>

#include <sys/types.h>

#include <string>
#include <vector>

namespace callbox::net {

class credentials {
public:
    // Reads the token file, if there is one. Empty, or a line about what is wrong. Requires:
    // `methods` outlives it, if it is not null.
    [[nodiscard]] std::string open(const options& how, const table* methods = nullptr);

    // Returns a line for each token without methods and each scope that matches none: most likely
    // a mistake. A line has the holder's name, never the token.
    std::vector<std::string> doubts() const;

    // Whether the peer's process may connect. Over a network everybody may.
    bool may_connect(const peer& who) const;

    // Returns the tokens as they are after so many SIGHUPs. The first loop that hears of a SIGHUP
    // reads the file, so that all get the same tokens. When the file is wrong, the old ones stay.
    // Logs the outcome.
    site::tokens tokens_after(unsigned hangups, observe::logger& log);

private:
    std::string read(site::tokens& out) const;
    void read_again(observe::logger& log);

    const table* methods_ = nullptr;
    std::vector<uid_t> allowed_;
    std::string path_;           // empty: there are no tokens
    bool has_log_file_ = false;  // SIGHUP has something else to do
    uid_t user_ = 0;             // whom root becomes, and who may own the file

    mutex mutex_;  // guards what follows
    site::tokens tokens_;
    unsigned hangups_ = 0;  // for which the file was read
};

}  // namespace callbox::net
