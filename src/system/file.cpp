#include "file.hpp"

#include "base/address.hpp"

#include <sys/file.h>
#include <sys/stat.h>

#include <climits>
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

const char* open_linked_file(const std::string& path, fd& out, uid_t other) {
    const fd link(retried([&] { return ::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC); }));
    struct stat status {};
    if (!link || ::fstat(link.get(), &status) == -1) return std::strerror(errno);
    if (!S_ISLNK(status.st_mode)) return open_file(path, O_RDONLY, out, other);
    if (status.st_uid != 0 && status.st_uid != ::geteuid())
        return "is a symbolic link owned by another user";
    std::array<char, PATH_MAX> target{};
    const ssize_t size = ::readlinkat(link.get(), "", target.data(), target.size() - 1);
    if (size == -1) return std::strerror(errno);
    const std::string folder = target[0] == '/' ? "" : folder_of(path) + '/';
    return open_file(folder + target.data(), O_RDONLY, out, other);
}

net::address address_of(const std::string& path) {
    net::address made;
    [[maybe_unused]] const std::string problem = net::parse("unix:" + path, made);
    assert(problem.empty());
    return made;
}

// 0: a server listens there.
int error_of_connecting_to(const std::string& path) {
    const net::address to = address_of(path);
    const fd probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!probe) return errno;
    const int made = ::connect(probe.get(), to.raw(), to.length);
    return made == 0 || errno == EAGAIN ? 0 : errno;
}

}  // namespace

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
    if (const char* const why = open_linked_file(path, file, other)) return why;
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

socket_file& socket_file::operator=(socket_file&& other) noexcept {
    if (this == &other) return *this;
    (void)remove();
    path_ = std::exchange(other.path_, {});
    folder_ = std::move(other.folder_);
    name_ = std::exchange(other.name_, {});
    device_ = other.device_;
    number_ = other.number_;
    return *this;
}

// Between bind() and listen() a socket looks stale, so a lock excludes other servers. It is a
// separate file, because any user with read access to the folder could lock the folder.
std::string socket_file::listen(int socket, const std::string& path, const rights& file) {
    assert(path_.empty());
    if (!open_folder(path)) return std::strerror(errno);
    const std::string name = name_ + ".lock";
    fd held;
    if (const char* const why = lock(name, held)) return path + ".lock: " + why;
    std::string problem = bind(socket, path, file);
    if (problem.empty() && ::listen(socket, SOMAXCONN) == -1) problem = std::strerror(errno);
    (void)::unlinkat(folder_.get(), name.c_str(), 0);
    return problem;
}

void socket_file::take(const std::string& path) {
    fd ignored;
    if (!open_folder(path) || !remember(path, ignored)) path_.clear();
}

std::string socket_file::remove() {
    const std::string path = std::exchange(path_, {});
    struct stat found {};
    const bool is_own = !path.empty() &&
                        ::fstatat(folder_.get(), name_.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0 &&
                        found.st_dev == device_ && found.st_ino == number_;
    if (!is_own || ::unlinkat(folder_.get(), name_.c_str(), 0) == 0) return "";
    return "cannot remove " + path + ": " + std::strerror(errno);
}

bool socket_file::open_folder(const std::string& path) {
    name_ = path.substr(path.rfind('/') + 1);  // npos + 1 is 0
    folder_ = fd(::open(folder_of(path).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    return static_cast<bool>(folder_);
}

// The holder removes the file before unlocking it; a file without a link is no longer the lock.
const char* socket_file::lock(const std::string& name, fd& out) const {
    for (int tries = 0; tries < 100; ++tries) {
        out =
            fd(::openat(folder_.get(), name.c_str(),
                        O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600));
        struct stat found {};
        if (!out || ::fstat(out.get(), &found) == -1) return std::strerror(errno);
        if (!S_ISREG(found.st_mode) || found.st_uid != ::geteuid())
            return "not a lock file of this user";
        if (::flock(out.get(), LOCK_EX | LOCK_NB) == -1)
            return errno == EWOULDBLOCK ? "another server is starting" : std::strerror(errno);
        if (::fstat(out.get(), &found) == -1) return std::strerror(errno);
        if (found.st_nlink == 1) return nullptr;
    }
    return "not a lock file of this user";
}

// After bind() the name may refer to another file, and to yet another one later. So the file is
// opened, and its descriptor is used to check it and to change its owner. Other users cannot create
// a socket owned by this user; a socket on which another server of this user listens was moved
// there.
std::string socket_file::bind(int socket, const std::string& path, const rights& file) {
    const net::address to = address_of(path);
    const auto bind_now = [&] { return ::bind(socket, to.raw(), to.length); };
    const mode_t before = ::umask(~file.mode & 0777);
    int bound = bind_now();
    if (bound == -1 && errno == EADDRINUSE && is_stale(path)) {
        (void)::unlinkat(folder_.get(), name_.c_str(), 0);
        bound = bind_now();
    }
    const int error = errno;
    (void)::umask(before);
    if (bound == -1) return std::strerror(error);
    fd made;
    struct stat found {};
    if (!remember(path, made) || ::fstat(made.get(), &found) == -1) return std::strerror(errno);
    const std::string by_descriptor = "/proc/self/fd/" + std::to_string(made.get());
    if (!S_ISSOCK(found.st_mode) || found.st_nlink != 1 || found.st_uid != ::geteuid() ||
        error_of_connecting_to(by_descriptor) == 0) {
        let_go();
        return "replaced by another file";
    }
    if ((found.st_mode & 07777) != file.mode) return "its mode is overridden by the folder";
    if (file.owner &&
        ::fchownat(made.get(), "", file.owner->id, file.owner->group, AT_EMPTY_PATH) == -1)
        return std::string("cannot change its owner: ") + std::strerror(errno);
    return "";
}

// Whether it is the socket of a server that has exited.
bool socket_file::is_stale(const std::string& path) const {
    struct stat found {};
    return ::fstatat(folder_.get(), name_.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0 &&
           S_ISSOCK(found.st_mode) && error_of_connecting_to(path) == ECONNREFUSED;
}

bool socket_file::remember(const std::string& path, fd& out) {
    out = fd(::openat(folder_.get(), name_.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    struct stat found {};
    if (!out || ::fstat(out.get(), &found) == -1) return false;
    path_ = path;
    device_ = found.st_dev;
    number_ = found.st_ino;
    return true;
}

}  // namespace callbox::system
