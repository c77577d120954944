// Who the process is, when it has opened what only root may.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

namespace callbox::net {

struct user {
    uid_t id = 0;
    gid_t group = 0;
};

// "1000:100", or "1000", which is 1000:1000. Numbers: a program that is linked statically can't
// look up names. Not root, which gives up nothing; its group may be. False: it is not so written.
[[nodiscard]] bool parse(std::string_view text, user& into);

// Becomes that user for ever: no other groups, no capabilities, no way back. Who is that user
// already stays as it is. Empty, or one line that says why not: then the process must end.
// Requires: no other thread that goes on as it is (the C library takes in those that it knows).
[[nodiscard]] std::string become(const user& who);

}  // namespace callbox::net
