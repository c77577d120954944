// The file that takes the place of standard error once it serves: options::log_file.
#pragma once

#include "base/fd.hpp"
#include "identity.hpp"

#include <callbox/options.hpp>

#include <string>

namespace callbox::process {

class log_file {
public:
    // Makes it, or opens it at its end, as process/file says; root gives it to options::user.
    // Empty, or one line that says why not. Without options::log_file it does nothing, and neither
    // does what follows.
    [[nodiscard]] std::string open(const options& how);
    // Lines go there from now on.
    void begin();
    // They go to the file that has the name now, or is made. Null, or a clause about why they go on
    // to where they went. Takes no memory.
    [[nodiscard]] const char* open_again() const;

    explicit operator bool() const { return !path_.empty(); }

private:
    std::string path_;
    user later_;  // root until it is known that root becomes another
    fd made_;
};

}  // namespace callbox::process
