// A folder that another user may write to, and attacks by that user.
#pragma once

#include "support/folder.hpp"

#include <criterion/criterion.h>

#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <signal.h>

#include <fcntl.h>
#include <filesystem>
#include <string>

namespace system_test {

constexpr uid_t nobody = 65'534;

inline void needs_root() {
    if (::geteuid() != 0) cr_skip_test("no root: only root has files that others want");
}

// "roots" is owned by root and contains a secret; "open" is owned by `nobody`.
struct hostile_folder : support::folder {
    hostile_folder() {
        for (const char* in : {"roots", "open"}) std::filesystem::create_directory(at(in));
        put("roots/secret");
        if (::geteuid() == 0) cr_assert(::chown(at("open").c_str(), nobody, nobody) == 0);
        cr_assert(::chmod(name.c_str(), 0755) == 0);
    }
    std::string at(const std::string& file) const { return *this / file; }
    std::string put(const std::string& file, mode_t mode = 0600) const {
        const int made = ::open(at(file).c_str(), O_WRONLY | O_CREAT | O_EXCL, mode);
        cr_assert(made != -1 && ::close(made) == 0);
        return at(file);
    }
    void link(const std::string& to, const std::string& from) const {
        cr_assert(::symlink(at(to).c_str(), at(from).c_str()) == 0);
    }
    void hard_link(const std::string& to, const std::string& from) const {
        cr_assert(::link(at(to).c_str(), at(from).c_str()) == 0);
    }
    struct stat look(const std::string& file) const {
        struct stat found {};
        cr_assert(::lstat(at(file).c_str(), &found) == 0);
        return found;
    }
    bool has(const std::string& file) const {
        struct stat found {};
        return ::lstat(at(file).c_str(), &found) == 0;
    }
    bool is_untouched(const std::string& file) const {
        const struct stat found = look(file);
        return found.st_uid == 0 && found.st_gid == 0 && (found.st_mode & 07777) == 0600 &&
               found.st_size == 0;
    }
};

// Runs `deed` in a loop in another process of the user `nobody`, during its lifetime.
class attack {
public:
    template <class Deed> explicit attack(Deed deed) : child_(::fork()) {
        if (child_ != 0) return;
        if (::setgid(nobody) != 0 || ::setuid(nobody) != 0) ::_exit(1);
        (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;) deed();
    }
    ~attack() {
        (void)::kill(child_, SIGKILL);
        (void)::waitpid(child_, nullptr, 0);
    }
    attack(const attack&) = delete;
    attack& operator=(const attack&) = delete;

private:
    pid_t child_;
};

}  // namespace system_test
