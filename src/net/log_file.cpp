// A path in; standard error that ends in the file of that name out.
#include "log_file.hpp"

#include "base/log_output.hpp"
#include "retry.hpp"
#include "user.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace callbox::net {

namespace {

// O_NONBLOCK: for who reads a pipe it would wait, and only then be seen to be none.
const char* open_at_end(const std::string& path, fd& into) {
    constexpr int how = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
    into = fd(retried([&] { return ::open(path.c_str(), how, 0640); }));
    struct stat is {};
    if (!into || ::fstat(into.get(), &is) == -1) return std::strerror(errno);
    return S_ISREG(is.st_mode) ? nullptr : "it is no regular file";
}

}  // namespace

std::string log_file::open(const options& how) {
    path_ = how.log_file;
    if (path_.empty()) return "";
    if (const char* const why = open_at_end(path_, made_))
        return "cannot write to the log file " + path_ + ": " + why;
    if (user later; parse(how.user, later) && ::geteuid() == 0)
        (void)::fchown(made_.get(), later.id, later.group);
    return "";
}

void log_file::begin() {
    if (made_) standard_error.move_to(made_.get());
    made_.close();
}

const char* log_file::open_again() const {
    fd next;
    const char* const why = open_at_end(path_, next);
    if (why == nullptr) standard_error.move_to(next.get());
    return why;
}

}  // namespace callbox::net
