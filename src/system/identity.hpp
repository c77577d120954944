// Users and groups: as the command line names them, and who the process becomes when it has opened
// what only root may. They are numbers: a program that is linked statically can't look up names.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace callbox::system {

// "1000".
std::optional<uid_t> parse_uid(std::string_view text);
// "0660", "600": octal, of read, write and execute alone.
std::optional<mode_t> parse_mode(std::string_view text);
// "33:33": user and group.
std::optional<std::pair<uid_t, gid_t>> parse_owner(std::string_view text);

struct user {
    uid_t id = 0;
    gid_t group = 0;
};

// "1000:100", or "1000", which is 1000:1000. Not root, which gives up nothing; root's group may be.
std::optional<user> parse_user(std::string_view text);

// Becomes that user for ever: no other groups, no capabilities, no way back. A process that is that
// user already stays as it is. Empty, or one line that says why not: then the process must end.
// Requires: no other thread that keeps its user (the C library changes those that it knows).
[[nodiscard]] std::string become(const user& who);

}  // namespace callbox::system
