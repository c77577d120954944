// Users and groups of the command line, and switching to an unprivileged user. They are numeric, as
// a statically linked program cannot look up names.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

namespace callbox::system {

// "1000".
std::optional<uid_t> parse_uid(std::string_view text);
// "0660", "600": octal permission bits.
std::optional<mode_t> parse_mode(std::string_view text);

struct user {
    uid_t id = 0;
    gid_t group = 0;
};

// "33:33": user and group.
std::optional<user> parse_owner(std::string_view text);
// "1000:100", or "1000", which is 1000:1000. The user must not be root, the group may be.
std::optional<user> parse_user(std::string_view text);

// Irrevocably switches to that user: drops other groups and all capabilities. Does nothing if the
// process already is that user. Returns an empty string or one line of error; on error the process
// must exit. Requires: no threads unknown to the C library, which would keep their user.
[[nodiscard]] std::string become(const user& to);

}  // namespace callbox::system
