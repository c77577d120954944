#include "checked_options.hpp"

#include "site/site.hpp"
#include "system/identity.hpp"
#include "system/thread.hpp"

namespace callbox::net {

std::string complete(options& how) {
    if (!site::is_mount(how.mount))
        return "cannot mount at \"" + how.mount + "\": a mount is segments like /api";
    if (how.mount.ends_with('/')) how.mount.pop_back();
    if (how.workers > workers_max)
        return "cannot run " + std::to_string(how.workers) + " workers: there are at most " +
               std::to_string(workers_max);
    if (how.workers == 0) how.workers = std::min(system::cpus(), workers_max);
    if (!how.user.empty() && !system::parse_user(how.user))
        return "cannot switch to user \"" + how.user + "\": a user is numbers like 1000:100";
    if (how.listen.empty()) return "there is no address to listen on";
    if (!system::parse_mode(how.socket_mode))
        return "cannot give a socket the mode \"" + how.socket_mode + "\": a mode is like 0660";
    if (!how.socket_owner.empty() && !system::parse_owner(how.socket_owner))
        return "cannot give a socket to \"" + how.socket_owner + "\": an owner is like 33:33";
    if (how.limits.blocking_threads == 0) return "cannot call blocking methods on 0 threads";
    if (how.limits.header_bytes_max > header_bytes_limit)
        return "cannot read heads of more than " + std::to_string(header_bytes_limit) + " bytes";
    return "";
}

std::string_view process_option(const options& how) {
    if (!how.user.empty()) return "user";
    if (how.sandbox != sandbox_mode::off) return "sandbox";
    if (how.upgrade) return "upgrade";
    return how.log_file.empty() ? "" : "log_file";
}

}  // namespace callbox::net
