#include "file.hpp"

#include <sys/stat.h>

#include <climits>
#include <cstring>
#include <fcntl.h>

namespace callbox::system {

namespace {

constexpr int safely = O_NOFOLLOW | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;

// Whether only root controls which file has this name: other users cannot write to its folder, or
// the folder is sticky.
bool is_named_by_root(const std::string& path) {
    struct stat status {};
    if (::stat(folder_of(path).c_str(), &status) == -1 || status.st_uid != 0) return false;
    return (status.st_mode & (S_IWGRP | S_IWOTH)) == 0 || (status.st_mode & S_ISVTX) != 0;
}

// Follows no link in the last component. errno is set if open(2) failed. Allocates nothing.
const char* open_file(const std::string& path, int flags, fd& out, uid_t other) {
    fd file(retried([&] { return ::open(path.c_str(), flags | safely, 0640); }));
    struct stat status {};
    if (!file) return errno == ELOOP ? "is a symbolic link" : std::strerror(errno);
    if (::fstat(file.get(), &status) == -1) return std::strerror(errno);
    if (!S_ISREG(status.st_mode)) return "not a regular file";
    if (status.st_nlink != 1) return "has more than one hard link";
    if (status.st_uid != 0 && status.st_uid != ::geteuid() && status.st_uid != other)
        return "not owned by root or the user of this process";
    out = std::move(file);
    return nullptr;
}

}  // namespace

const char* open_linked_file(const std::string& path, int flags, fd& out, uid_t other) {
    const fd link(retried([&] { return ::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC); }));
    struct stat status {};
    if (!link || ::fstat(link.get(), &status) == -1) return std::strerror(errno);
    if (!S_ISLNK(status.st_mode)) return open_file(path, flags, out, other);
    if (status.st_uid != 0 && status.st_uid != ::geteuid())
        return "is a symbolic link owned by another user";
    std::array<char, PATH_MAX> target{};
    const ssize_t size = ::readlinkat(link.get(), "", target.data(), target.size() - 1);
    if (size == -1) return std::strerror(errno);
    const bool is_absolute = target[0] == '/';
    return open_file(is_absolute ? target.data() : folder_of(path) + '/' + target.data(), flags,
                     out, other);
}

const char* open_at_end(const std::string& path, fd& out, uid_t to, gid_t group) {
    constexpr int flags = O_WRONLY | O_APPEND;
    fd file;
    const char* why = open_file(path, flags | O_CREAT | O_EXCL, file, to);
    const bool is_made = why == nullptr;
    if (!is_made && errno == EEXIST) why = open_file(path, flags, file, to);
    struct stat status {};
    if (why != nullptr) return why;
    if (::fstat(file.get(), &status) == -1) return std::strerror(errno);
    if (to != 0 && ::geteuid() == 0 && status.st_uid != to) {
        if (!is_made && !is_named_by_root(path))
            return "owned by root in a folder that is writable by other users";
        if (::fchown(file.get(), to, group) == -1) return std::strerror(errno);
    }
    out = std::move(file);
    return nullptr;
}

std::string read_secret(const std::string& path, std::size_t bytes_max, std::string& out,
                        uid_t other) {
    out.clear();
    fd file;
    struct stat status {};
    if (const char* const why = open_linked_file(path, O_RDONLY, file, other)) return why;
    if (::fstat(file.get(), &status) == -1) return std::strerror(errno);
    const bool is_handed_down = status.st_uid == 0 && (other != 0 || ::geteuid() != 0);
    if ((status.st_mode & (S_IRWXO | (is_handed_down ? S_IWGRP | S_IXGRP : S_IRWXG))) != 0)
        return "is accessible to other users: chmod 600";
    if (!read_all(file.get(), bytes_max, out)) return std::strerror(errno);
    if (out.size() > bytes_max) return "longer than " + std::to_string(bytes_max) + " bytes";
    return "";
}

std::string folder_of(const std::string& path) {
    const std::size_t end = path.rfind('/') + 1;  // npos + 1 is 0
    return end == 0 ? "." : path.substr(0, end);
}

std::string own_path() {
    std::array<char, PATH_MAX> path;
    const ssize_t size = ::readlink("/proc/self/exe", path.data(), path.size());
    if (size <= 0 || static_cast<std::size_t>(size) == path.size()) return "";
    return {path.data(), static_cast<std::size_t>(size)};
}

}  // namespace callbox::system
