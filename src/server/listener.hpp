// A socket that listens.
#pragma once

#include "base/address.hpp"
#include "base/fd.hpp"
#include "base/listener_role.hpp"
#include "system/socket_file.hpp"

#include <string>
#include <string_view>

namespace callbox::net {

// accept(2) never waits on it. Owns its socket, and the file of a unix socket that it has made.
class listener {
public:
    listener() = default;
    listener(listener&&) = default;
    listener& operator=(listener&&) = default;
    ~listener() { close(); }

    // Listens at `text` (address.hpp says how it is written). A unix socket's file that nobody
    // listens at is replaced; the new one has the rights of `file` before anybody can connect, and
    // never more. Returns an empty string, or one line that names the address.
    [[nodiscard]] std::string open(std::string_view text, const system::rights& file = {});

    // Listens where `first` does, for another loop. At an IP address it opens a socket of its own,
    // and the kernel spreads new connections between both. Elsewhere, and where that fails, both
    // accept from the same socket. The file stays with `first`.
    // Returns an empty string, or one line that names the address. Requires: `first` is open.
    [[nodiscard]] std::string open_beside(listener& first);

    // Listens at a socket that another process has handed over. `with_file`: it owns the file of
    // that unix socket from now on. Returns as open() does.
    [[nodiscard]] std::string take_over(int descriptor, bool with_file);
    // Another process owns the file from now on.
    void release_file() { file_.let_go(); }

    int get() const { return socket_.get(); }
    explicit operator bool() const { return static_cast<bool>(socket_); }
    // Where it listens; with the port that the kernel chose for port 0.
    const address& where() const { return where_; }
    // Whether another listener of this program has the same socket.
    bool is_shared() const { return shared_; }

    // What is served to those who connect here.
    listener_role serves() const { return serves_; }
    void serve(listener_role what) { serves_ = what; }

    // The file that is to be removed; empty: none.
    const std::string& file() const { return file_.path(); }
    // Removes the file, if it is still its own: no client can connect, those that wait can be
    // accepted.
    // Empty, or one line that says why it stays.
    std::string unlink() { return file_.remove(); }
    void close();

private:
    std::string bind_ip(address& wanted, bool beside = false);
    std::string bind_path(const address& wanted, const system::rights& file);
    std::string adopt(int descriptor);
    std::string find_name();

    system::socket_file file_;  // to be removed; assigned first, as close() removes it first
    fd socket_;
    bool inherited_ = false;
    bool shared_ = false;
    listener_role serves_ = listener_role::all;
    address where_;
};

}  // namespace callbox::net
