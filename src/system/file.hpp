// Safe opening of files in folders that less privileged users may write to; the log file and the
// files of unix sockets in such folders.
//
// A path is used only once. The opened file is checked and used by its descriptor, so it cannot be
// replaced with a link, a pipe or another file in the meantime. Links in parent folders are
// followed, as the operator who names the path trusts them.
#pragma once

#include "base/fd.hpp"
#include "identity.hpp"
#include "observe/logger.hpp"

namespace callbox::system {

// Reads a regular file with a single link that is owned by root, by this process's user or by
// `other`, the user to switch to. The last component may be a symbolic link to such a file, owned
// by root or this process's user: Kubernetes mounts secrets as such links. Never blocks. Only its
// owner may have access; but a file owned by root, for an unprivileged process, may be readable by
// its group, as in Kubernetes and systemd. Returns an empty string or an error message.
[[nodiscard]] std::string read_secret(const std::string& path, std::size_t bytes_max,
                                      std::string& out, uid_t other = 0);

// Opens or creates such a file for appending, with the mode 0640, but follows no link in the last
// component. If root opens it, `to` becomes the owner of a new file, or of root's file in a folder
// that only root may write to; 0 leaves the owner unchanged.
// Returns null or an error message. Allocates nothing unless it changes the owner.
[[nodiscard]] const char* open_at_end(const std::string& path, fd& out, uid_t to, gid_t group);

// The folder part of a path for open(2), "." if the path has none.
std::string folder_of(const std::string& path);

// The path of this program's file; empty if the system does not report it.
std::string own_path();

// The log file (options::log_file), which replaces standard error once the server is ready.
class log_file {
public:
    // Opens or creates the file for appending with open_at_end(); root changes its owner to
    // options::user. Returns an empty string or one line of error. Does nothing without
    // options::log_file.
    [[nodiscard]] std::string open(const options& chosen) {
        path_ = chosen.log_file;
        if (path_.empty()) return "";
        later_ = parse_user(chosen.user).value_or(user{});
        const char* const why = open_at_end(path_, made_, later_.id, later_.group);
        return why == nullptr ? "" : "cannot open the log file " + path_ + ": " + why;
    }
    // Redirects the log to the file. Returns false without options::log_file.
    bool begin() {
        if (!made_) return false;
        observe::standard_error.move_to(made_.get());
        made_.close();
        return true;
    }
    // At SIGHUP: reopens or creates the file by its name, and logs the result to `log`. Allocates
    // nothing. Does nothing without options::log_file.
    void open_again(observe::logger& log) const {
        if (path_.empty()) return;
        fd next;
        if (const char* const why = open_at_end(path_, next, later_.id, later_.group))
            return log.warn(fixed_text{"SIGHUP: cannot reopen the log file: ", why});
        observe::standard_error.move_to(next.get());
        log.warn("SIGHUP: log file reopened");
    }

private:
    std::string path_;
    user later_;  // the user to switch to; root: none
    fd made_;
};

// The mode and the owner of a socket file.
struct rights {
    mode_t mode = 0600;
    std::optional<user> owner = {};  // none: the user of this process
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
