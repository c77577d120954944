// The file of a unix socket, in a folder that others may write to too.
#pragma once

#include "base/fd.hpp"

#include <sys/types.h>

#include <optional>
#include <string>
#include <utility>

namespace callbox::system {

// What the file of a socket gets when it is made.
struct rights {
    mode_t mode = 0600;
    std::optional<std::pair<uid_t, gid_t>> owner = {};  // none: as this process makes files
};

// Removes its file when it is destroyed, unless another has taken its place. It opens the folder
// once, so that it works in this folder whatever becomes of the path.
class socket_file {
public:
    socket_file() = default;
    socket_file(socket_file&& other) noexcept { *this = std::move(other); }
    socket_file& operator=(socket_file&& other) noexcept;
    ~socket_file() { (void)remove(); }

    // Binds the socket to `path`, with these rights, and listens. Replaces a socket's file that
    // nobody listens at. If several servers do so at once, one succeeds: PATH.lock, which exists
    // only meanwhile, stops the others. Sets the umask of the process meanwhile.
    // Empty, or a clause about why not. Requires: it has no file, `path` fits a unix address.
    [[nodiscard]] std::string listen(int socket, const std::string& path, const rights& file);

    // Owns the file at `path`, of a socket that another process has handed over, from now on.
    void take(const std::string& path);
    // Another process owns the file from now on.
    void let_go() { path_.clear(); }
    // Removes the file, if it is still its own. Empty, or one line that says why it stays.
    std::string remove();

    // Empty: it has none.
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
