// The file of a unix socket, in a folder that other users may write to.
#pragma once

#include "base/fd.hpp"

#include <sys/types.h>

#include <optional>
#include <string>

namespace callbox::system {

// The mode and the owner of a socket file.
struct rights {
    mode_t mode = 0600;
    std::optional<std::pair<uid_t, gid_t>> owner = {};  // none: the user of this process
};

// Removes its file on destruction, unless another file has replaced it. Opens the folder once and
// uses it even if the path changes.
class socket_file {
public:
    socket_file() = default;
    socket_file(socket_file&& other) noexcept { *this = std::move(other); }
    socket_file& operator=(socket_file&& other) noexcept;
    ~socket_file() { (void)remove(); }

    // Binds the socket to `path` with these rights and listens. Replaces a stale socket file. If
    // several servers do so concurrently, one succeeds; the others are excluded by the temporary
    // file PATH.lock. Temporarily changes the umask of the process.
    // Returns an empty string or an error message. Requires: it has no file, `path` fits a unix
    // address.
    [[nodiscard]] std::string listen(int socket, const std::string& path, const rights& file);

    // Takes ownership of the file at `path`, of a socket handed over by another process.
    void take(const std::string& path);
    // Releases ownership to another process.
    void let_go() { path_.clear(); }
    // Removes the file, unless it was replaced. Returns an empty string or one line of error.
    std::string remove();

    // Empty if it has no file.
    const std::string& path() const { return path_; }

private:
    bool open_folder(const std::string& path);
    const char* lock(const std::string& name, fd& out) const;
    std::string bind(int socket, const std::string& path, const rights& file);
    bool is_stale(const std::string& path) const;
    bool remember(const std::string& path, fd& out);

    std::string path_;
    fd folder_;
    std::string name_;  // in the folder
    dev_t device_ = 0;
    ino_t number_ = 0;
};

}  // namespace callbox::system
