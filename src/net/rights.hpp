// Who may use a unix socket, as it is written on the command line.
#pragma once

#include "process/socket_file.hpp"

#include <sys/types.h>

#include <optional>
#include <string_view>
#include <utility>

namespace callbox::net {

// Numbers only: names would have to be looked up, which a static program can't rely on.
// "1000".
std::optional<uid_t> parse_uid(std::string_view text);
// "0660", "600": octal, of read, write and execute alone.
std::optional<mode_t> parse_mode(std::string_view text);
// "33:33": user and group.
std::optional<std::pair<uid_t, gid_t>> parse_owner(std::string_view text);

using process::rights;

}  // namespace callbox::net
