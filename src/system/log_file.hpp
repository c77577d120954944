// The log file (options::log_file), which replaces standard error once the server is ready.
#pragma once

#include "base/fd.hpp"
#include "identity.hpp"
#include "observe/logger.hpp"

namespace callbox::system {

class log_file {
public:
    // Opens or creates the file for appending with open_at_end(); root changes its owner to
    // options::user. Returns an empty string or one line of error. Does nothing without
    // options::log_file.
    [[nodiscard]] std::string open(const options& chosen);
    // Redirects the log to the file. Returns false without options::log_file.
    bool begin();
    // At SIGHUP: reopens or creates the file by its name, and logs the result to `log`. Allocates
    // nothing. Does nothing without options::log_file.
    void open_again(observe::logger& log) const;

private:
    std::string path_;
    user later_;  // the user to switch to; root: none
    fd made_;
};

}  // namespace callbox::system
