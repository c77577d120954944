// Redirects standard error to the log file, at startup and at SIGHUP.
#include "log_file.hpp"

#include "file.hpp"

namespace callbox::system {

std::string log_file::open(const options& chosen) {
    path_ = chosen.log_file;
    if (path_.empty()) return "";
    later_ = parse_user(chosen.user).value_or(user{});
    const char* const why = open_at_end(path_, made_, later_.id, later_.group);
    return why == nullptr ? "" : "cannot open the log file " + path_ + ": " + why;
}

bool log_file::begin() {
    if (!made_) return false;
    observe::standard_error.move_to(made_.get());
    made_.close();
    return true;
}

void log_file::open_again(observe::logger& log) const {
    if (path_.empty()) return;
    fd next;
    const char* const why = open_at_end(path_, next, later_.id, later_.group);
    if (why != nullptr) return log.warn(fixed_text{"SIGHUP: cannot reopen the log file: ", why});
    observe::standard_error.move_to(next.get());
    log.warn("SIGHUP: log file reopened");
}

}  // namespace callbox::system
