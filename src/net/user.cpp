// A user's number in, a process of that user out.
#include "user.hpp"

#include "base/ascii.hpp"

#include <grp.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

namespace callbox::net {

namespace {

// number = 1*DIGIT, less than 2^32 - 1, which stands for "as it is"
bool read_number(std::string_view text, std::uint32_t& into) {
    std::uint64_t number = 0;
    for (const char c : text) {
        if (!ascii::is_digit(c)) return false;
        number = number * 10 + static_cast<unsigned>(c - '0');
        if (number >= UINT32_MAX) return false;
    }
    into = static_cast<std::uint32_t>(number);
    return !text.empty();
}

bool is_already(const user& who) {
    uid_t id = 0, own = 0, saved = 0;
    gid_t group = 0, own_group = 0, saved_group = 0;
    (void)::getresuid(&own, &id, &saved);
    (void)::getresgid(&own_group, &group, &saved_group);
    return own == who.id && id == who.id && saved == who.id && own_group == who.group &&
           group == who.group && saved_group == who.group;
}

std::string refused(const user& who, const char* because) {
    return "cannot become user " + std::to_string(who.id) + ":" + std::to_string(who.group) +
           ": " + because;
}

}  // namespace

// user = number [ ":" number ]
bool parse(std::string_view text, user& into) {
    const std::size_t colon = text.find(':');
    if (!read_number(text.substr(0, colon), into.id) || into.id == 0) return false;
    if (colon != text.npos) return read_number(text.substr(colon + 1), into.group);
    into.group = into.id;
    return true;
}

// Capabilities go with the last of the three numbers of root (capabilities(7)), unless the process
// was told to keep them: then it could become root again, which is tried.
std::string become(const user& who) {
    if (is_already(who)) return "";
    if (::geteuid() != 0) return refused(who, "only root can become somebody else");
    if (::setgroups(0, nullptr) == -1 || ::setresgid(who.group, who.group, who.group) == -1 ||
        ::setresuid(who.id, who.id, who.id) == -1)
        return refused(who, std::strerror(errno));
    if (!is_already(who) || ::setresuid(0, 0, 0) == 0 || ::setuid(0) == 0)
        return refused(who, "root can be had again");
    return "";
}

}  // namespace callbox::net
