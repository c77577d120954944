// Numbers of users, groups and modes as they are written, and becoming another user.
#include "identity.hpp"

#include "base/ascii.hpp"
#include "base/read_number.hpp"

#include <grp.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

namespace callbox::system {

namespace {

// 1*DIGIT of that base, no more than `most`.
std::optional<std::uint32_t> parse_number(std::string_view digits, int base, std::uint32_t most) {
    const auto number = read_number<std::uint32_t>(digits, base);
    return number && *number <= most ? number : std::nullopt;
}

constexpr std::uint32_t id_max = UINT32_MAX - 1;  // the last one means none: chown(2)

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

std::optional<uid_t> parse_uid(std::string_view text) { return parse_number(text, 10, id_max); }

std::optional<mode_t> parse_mode(std::string_view text) {
    if (text.size() < 3 || text.size() > 4) return std::nullopt;
    return parse_number(text, 8, 0777);
}

// owner = uid ":" gid
std::optional<std::pair<uid_t, gid_t>> parse_owner(std::string_view text) {
    const auto uid = parse_uid(ascii::take_until(text, ':'));
    const auto gid = parse_uid(text);
    if (!uid || !gid) return std::nullopt;
    return std::pair{*uid, *gid};
}

// user = uid [ ":" gid ]
std::optional<user> parse_user(std::string_view text) {
    const bool has_group = text.find(':') != text.npos;
    const auto uid = parse_uid(ascii::take_until(text, ':'));
    const auto gid = has_group ? parse_uid(text) : uid;
    if (!uid || *uid == 0 || !gid) return std::nullopt;
    return user{*uid, *gid};
}

// Capabilities go with the last of root's three user ids (capabilities(7)), unless the process was
// told to keep them: then it could become root again, so it tries that.
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

}  // namespace callbox::system
