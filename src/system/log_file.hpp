// The log file (options::log_file), which replaces standard error once the server is ready.
#pragma once

#include "file.hpp"
#include "identity.hpp"
#include "observe/logger.hpp"

namespace callbox::system {

class log_file {
public:
    // Opens or creates the file for appending with open_at_end(); root changes its owner to
    // options::user. Returns an empty string or one line of error. Does nothing without
    // options::log_file.
    [[nodiscard]] std::string open(const options& chosen) {
        path_ = chosen.log_file;
        if (path_.empty()) return "";
        later_ = parse_user(chosen.user).value_or(user{});
        const char* const why = open_at_end(path_, made_, later_.id, later_.group);
        return why == nullptr ? "" : "cannot open the log file " + path_ + ": " + why;
    }
    // Redirects the log to the file. Returns false without options::log_file.
    bool begin() {
        if (!made_) return false;
        observe::standard_error.move_to(made_.get());
        made_.close();
        return true;
    }
    // At SIGHUP: reopens or creates the file by its name, and logs the result to `log`. Allocates
    // nothing. Does nothing without options::log_file.
    void open_again(observe::logger& log) const {
        if (path_.empty()) return;
        fd next;
        if (const char* const why = open_at_end(path_, next, later_.id, later_.group))
            return log.warn(fixed_text{"SIGHUP: cannot reopen the log file: ", why});
        observe::standard_error.move_to(next.get());
        log.warn("SIGHUP: log file reopened");
    }

private:
    std::string path_;
    user later_;  // the user to switch to; root: none
    fd made_;
};

}  // namespace callbox::system
