// Who may connect and call: what all loops have in common.
#pragma once

#include "base/lock.hpp"
#include "base/log.hpp"
#include "peer.hpp"
#include "site/tokens.hpp"

#include <callbox/options.hpp>
#include <callbox/table.hpp>

#include <sys/types.h>

#include <string>
#include <vector>

namespace callbox::net {

class callers {
public:
    // Reads the token file, if there is one. Empty, or a line about what is wrong. Requires:
    // `methods` outlives it, if it is not null.
    [[nodiscard]] std::string open(const options& how, const table* methods = nullptr);

    // A line for each token without methods, and for each scope that matches none: most likely
    // somebody meant another. It has the holder's name, never the token.
    std::vector<std::string> doubts() const;

    // Whether the process at the other end may connect. By a network everybody may.
    bool may_connect(const peer& who) const;

    // The tokens as they are after so many SIGHUPs, for one of the loops: the first that hears of
    // one reads the file, so that all get the same. When it is wrong, the old ones stay. What came
    // of it is told in one line.
    site::tokens tokens_after(unsigned hangups, log& journal);

private:
    std::string read(site::tokens& into) const;
    void read_again(log& journal);

    const table* methods_ = nullptr;
    std::vector<uid_t> allowed_;
    std::string path_;           // empty: there are no tokens
    bool has_log_file_ = false;  // at SIGHUP there is something else to do
    uid_t user_ = 0;             // whom root becomes, and whose file it may be

    lock lock_;  // of what follows
    site::tokens tokens_;
    unsigned hangups_ = 0;  // that it was read for
};

}  // namespace callbox::net
