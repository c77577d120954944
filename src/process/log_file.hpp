// The file that takes the place of standard error once it serves: options::log_file.
#pragma once

#include "base/fd.hpp"
#include "identity.hpp"

#include <callbox/options.hpp>

#include <string>

namespace callbox::process {

class log_file {
public:
    // Makes the file, or opens it to append, as process/file says; root gives it to options::user.
    // Empty, or one line that says why not. Without options::log_file neither this nor begin() does
    // anything.
    [[nodiscard]] std::string open(const options& how);
    // Lines of the log go there from now on.
    void begin();
    // Lines go to the file that has the name now, or is made. Null, or a clause about why they
    // still go where they went. Allocates nothing. Requires: there is an options::log_file.
    [[nodiscard]] const char* open_again() const;

    explicit operator bool() const { return !path_.empty(); }

private:
    std::string path_;
    user later_;  // root until it is known that root becomes another
    fd made_;
};

}  // namespace callbox::process
