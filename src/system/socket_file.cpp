#include "socket_file.hpp"

#include "file.hpp"

#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cassert>
#include <cerrno>
#include <cstring>
#include <fcntl.h>

namespace callbox::system {

namespace {

sockaddr_un address_of(const std::string& path) {
    sockaddr_un to{};
    to.sun_family = AF_UNIX;
    assert(path.size() < sizeof to.sun_path);
    path.copy(to.sun_path, path.size());
    return to;
}

// 0: a server listens there.
int error_of_connecting_to(const std::string& path) {
    const sockaddr_un to = address_of(path);
    const fd probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!probe) return errno;
    const int made = ::connect(probe.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to);
    return made == 0 || errno == EAGAIN ? 0 : errno;
}

}  // namespace

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
    const sockaddr_un to = address_of(path);
    const auto bind_now = [&] {
        return ::bind(socket, reinterpret_cast<const sockaddr*>(&to),
                      static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size() + 1));
    };
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
        ::fchownat(made.get(), "", file.owner->first, file.owner->second, AT_EMPTY_PATH) == -1)
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
