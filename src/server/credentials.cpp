// Reads the token file for the sites of all loops, and decides whether a peer may connect.
#include "credentials.hpp"

#include "rpc/view.hpp"
#include "site/access.hpp"
#include "system/file.hpp"

namespace callbox::net {

std::string credentials::open(const options& how, const table* methods) {
    methods_ = methods;
    if (std::string why = site::caller_field::error_in(how); !why.empty()) return why;
    for (const std::string& text : how.allow_uid) {
        const auto uid = system::parse_uid(text);
        if (!uid) return "cannot allow the user \"" + text + "\": a user is a number";
        allowed_.push_back(*uid);
    }
    path_ = how.token_file;
    if (how.authenticate && !path_.empty())
        return "there is a token file, and the program recognizes senders itself";
    has_log_file_ = !how.log_file.empty();
    user_ = system::parse_user(how.user).value_or(system::user{}).id;
    return path_.empty() ? "" : read(tokens_);
}

bool credentials::may_connect(const peer& who) const {
    return allowed_.empty() || !who.is_local() ||
           std::ranges::find(allowed_, who.uid()) != allowed_.end();
}

site::tokens credentials::tokens_after(unsigned hangups, observe::logger& log) {
    const lock_guard guard(mutex_);
    const bool is_later = static_cast<int>(hangups - hangups_) > 0;
    if (is_later) {
        hangups_ = hangups;
        site::tokens read_now;
        if (path_.empty()) {
            if (!has_log_file_) log.warn("SIGHUP: there is no token file to read again");
        } else if (const std::string problem = read(read_now); !problem.empty()) {
            log.warn("SIGHUP: the previous tokens stay in use: " + problem);
        } else {
            tokens_ = std::move(read_now);
            log.warn("SIGHUP: the token file is read again");
            for (const std::string& doubt : doubts()) log.warn(doubt);
        }
    }
    return tokens_;
}

std::vector<std::string> credentials::doubts() const {
    std::vector<std::string> lines;
    if (methods_ == nullptr) return lines;
    const auto matches_any = [&](const std::string& scope) {
        return rpc::matches(scope, "rpc.status") || rpc::matches(scope, "rpc.discover") ||
               std::ranges::any_of(methods_->rows, [&](auto& r) { return rpc::grants(scope, r); });
    };
    for (const site::tokens::holder& h : tokens_.all()) {
        const std::string begin = "the token file " + path_ + ": line " + std::to_string(h.line) +
                                  ": " + h.name + " may call nothing";
        if (h.scopes.empty()) lines.push_back(begin + ": its scopes match no method");
        for (const std::string& scope : h.scopes)
            if (!matches_any(scope))
                lines.push_back(begin + " by " + scope + ": no method matches");
    }
    return lines;
}

std::string credentials::read(site::tokens& out) const {
    std::string text;
    std::string problem = system::read_secret(path_, token_file_bytes_max, text, user_);
    if (problem.empty()) problem = site::tokens::read(text, out);
    return problem.empty() ? "" : "the token file " + path_ + ": " + problem;
}

}  // namespace callbox::net
