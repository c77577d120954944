// A folder that somebody else may write to, who swaps what has a name there.
#pragma once

#include <criterion/criterion.h>

#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <signal.h>

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <string>

namespace process_test {

constexpr uid_t nobody = 65'534;

// Both are root's, the first for nobody else, the second in no folder that others can look into.
struct hostile_folder {
    std::string name = "/tmp/callbox-hostile-XXXXXX";
    hostile_folder() {
        cr_assert(::mkdtemp(name.data()) != nullptr);
        for (const char* in : {"roots", "open"}) std::filesystem::create_directory(at(in));
        put("roots/secret");
        if (::geteuid() == 0) cr_assert(::chown(at("open").c_str(), nobody, nobody) == 0);
        cr_assert(::chmod(name.c_str(), 0755) == 0);
    }
    ~hostile_folder() { std::filesystem::remove_all(name); }
    std::string at(const std::string& path) const { return name + "/" + path; }
    std::string put(const std::string& path, mode_t mode = 0600) const {
        const int file = ::open(at(path).c_str(), O_WRONLY | O_CREAT | O_EXCL, mode);
        cr_assert(file != -1 && ::close(file) == 0);
        return at(path);
    }
    void link(const std::string& to, const std::string& from) const {
        cr_assert(::symlink(at(to).c_str(), at(from).c_str()) == 0);
    }
    void hard_link(const std::string& to, const std::string& from) const {
        cr_assert(::link(at(to).c_str(), at(from).c_str()) == 0);
    }
    struct stat look(const std::string& path) const {
        struct stat is {};
        cr_assert(::lstat(at(path).c_str(), &is) == 0);
        return is;
    }
    bool has(const std::string& path) const {
        struct stat is {};
        return ::lstat(at(path).c_str(), &is) == 0;
    }
    bool is_untouched(const std::string& path) const {
        const struct stat is = look(path);
        return is.st_uid == 0 && is.st_gid == 0 && (is.st_mode & 07777) == 0600 && is.st_size == 0;
    }
};

// While it lives, `deed` is done again and again by another process, as nobody.
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

}  // namespace process_test
