// The file that takes the place of standard error once it serves: options::log_file.
#pragma once

#include "base/fd.hpp"
#include "identity.hpp"
#include "observe/logger.hpp"

#include <callbox/options.hpp>

#include <string>

namespace callbox::system {

class log_file {
public:
    // Makes the file, or opens it to append, as system/file says; root gives it to options::user.
    // Empty, or one line that says why not. Without options::log_file neither this nor begin() does
    // anything.
    [[nodiscard]] std::string open(const options& how);
    // Lines of the log go there from now on. False without options::log_file.
    bool begin();
    // At SIGHUP: lines go to the file that has the name now, or is made; `log` tells whether they
    // do. Allocates nothing. Without options::log_file it does nothing.
    void open_again(observe::logger& log) const;

private:
    std::string path_;
    user later_;  // root until it is known that root becomes another
    fd made_;
};

}  // namespace callbox::system
