// Parses users, groups and modes, and switches users.
#include "identity.hpp"

#include "base/ascii.hpp"

#include <grp.h>
#include <unistd.h>

#include <cerrno>

namespace callbox::system {

namespace {

// 1*DIGIT in the given base, at most `most`.
std::optional<std::uint32_t> parse_number(std::string_view digits, int base, std::uint32_t most) {
    const auto number = read_number<std::uint32_t>(digits, base);
    return number && *number <= most ? number : std::nullopt;
}

constexpr std::uint32_t id_max = UINT32_MAX - 1;  // -1 means none: chown(2)

bool is_already(const user& to) {
    uid_t ids[3] = {};
    gid_t groups[3] = {};
    (void)::getresuid(&ids[0], &ids[1], &ids[2]);
    (void)::getresgid(&groups[0], &groups[1], &groups[2]);
    return std::ranges::count(ids, to.id) == 3 && std::ranges::count(groups, to.group) == 3;
}

std::string cannot_become(const user& to, const char* because) {
    return "cannot switch to user " + std::to_string(to.id) + ":" + std::to_string(to.group) +
           ": " + because;
}

}  // namespace

std::optional<uid_t> parse_uid(std::string_view text) { return parse_number(text, 10, id_max); }

std::optional<mode_t> parse_mode(std::string_view text) {
    if (text.size() < 3 || text.size() > 4) return std::nullopt;
    return parse_number(text, 8, 0777);
}

// owner = uid ":" gid
std::optional<user> parse_owner(std::string_view text) {
    const auto uid = parse_uid(ascii::take_until(text, ':'));
    const auto gid = parse_uid(text);
    return uid && gid ? std::optional(user{*uid, *gid}) : std::nullopt;
}

// user = uid [ ":" gid ]
std::optional<user> parse_user(std::string_view text) {
    const auto uid = parse_uid(text);
    const user to = uid ? user{*uid, *uid} : parse_owner(text).value_or(user());
    return to.id != 0 ? std::optional(to) : std::nullopt;
}

// Capabilities are dropped with the last of root's three user ids (capabilities(7)), unless the
// process is set to keep them. Then it could regain root, so this is tested.
std::string become(const user& to) {
    if (is_already(to)) return "";
    if (::geteuid() != 0) return cannot_become(to, "only root can switch users");
    if (::setgroups(0, nullptr) == -1 || ::setresgid(to.group, to.group, to.group) == -1 ||
        ::setresuid(to.id, to.id, to.id) == -1)
        return cannot_become(to, std::strerror(errno));
    if (!is_already(to) || ::setresuid(0, 0, 0) == 0 || ::setuid(0) == 0)
        return cannot_become(to, "root privileges could be regained");
    return "";
}

}  // namespace callbox::system
