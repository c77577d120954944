// A listening socket.
#pragma once

#include "base/address.hpp"
#include "base/listener_role.hpp"
#include "system/file.hpp"

namespace callbox::net {

// Non-blocking. Owns the socket, and the file of a unix socket that it created.
class listener {
public:
    listener() = default;
    listener(listener&&) = default;
    listener& operator=(listener&&) = default;
    ~listener() { close(); }

    // Listens on the address `text`, in the syntax of base/address.hpp. Replaces a stale unix
    // socket file; the new one has the rights of `file` before any client can connect, and never
    // more. Returns an empty string or one line of error with the address.
    [[nodiscard]] std::string open(std::string_view text, const system::rights& file = {});

    // Listens on the address of `first` in the same role, for another loop. For an IP address it
    // opens a second socket, and the kernel distributes new connections between both. Otherwise, or
    // if that fails, both share one socket. The file still belongs to `first`.
    // Returns an empty string or one line of error with the address. Requires: `first` is open.
    [[nodiscard]] std::string open_beside(listener& first);

    // Takes over a listening socket from another process. `with_file`: also the file of that unix
    // socket. Returns like open().
    [[nodiscard]] std::string take_over(int descriptor, bool with_file);

    int get() const { return socket_.get(); }
    explicit operator bool() const { return static_cast<bool>(socket_); }
    // The address, with the port that the kernel chose for port 0.
    const address& where() const { return where_; }
    // Whether another listener of this program shares the socket.
    bool is_shared() const { return shared_; }

    // The role of the listener: what it serves.
    listener_role serves() const { return serves_; }
    void serve(listener_role what) { serves_ = what; }

    // The file of a unix socket. Once it is removed, no client can connect, but pending connections
    // can be accepted.
    const system::socket_file& file() const { return file_; }
    system::socket_file& file() { return file_; }
    void close();

private:
    std::string bind_ip(address& wanted, bool beside = false);
    std::string adopt(int descriptor);
    std::string find_name();

    system::socket_file file_;  // first: assignment removes it before it closes the socket
    fd socket_;
    bool inherited_ = false;
    bool shared_ = false;
    listener_role serves_ = listener_role::all;
    address where_;
};

}  // namespace callbox::net
