// Opens listening sockets. server/loop accepts from them.
#include "listener.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>

#include <fcntl.h>

namespace callbox::net {

namespace {

fd open_socket(int family) {
    return fd(::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
}

bool set(int socket, int level, int option, int value) {
    return ::setsockopt(socket, level, option, &value, sizeof value) == 0;
}

}  // namespace

std::string listener::open(std::string_view text, const system::rights& file) {
    close();
    address wanted;
    std::string problem = parse(text, wanted);
    if (problem.empty()) {
        switch (wanted.kind) {
        case address_kind::ip: problem = bind_ip(wanted); break;
        case address_kind::path:
            socket_ = open_socket(AF_UNIX);
            where_ = wanted;
            problem = socket_ ? file_.listen(get(), where_.local().sun_path, file)
                              : std::strerror(errno);
            break;
        case address_kind::inherited: problem = adopt(wanted.descriptor); break;
        }
    }
    if (problem.empty()) return problem;
    close();
    return "cannot listen on " + std::string(text) + ": " + problem;
}

// SO_REUSEPORT lets any program of the same user listen on the same address and receive half of the
// connections. So it is set only once `first` has the address to itself: `first` is bound without
// it, which fails if others listen there, and prevents others from binding while `first` listens.
// Linux checks the option when the second socket binds, although its manual requires it before the
// first bind.
std::string listener::open_beside(listener& first) {
    close();
    serves_ = first.serves_;
    address wanted = first.where_;
    const bool is_own = wanted.kind == address_kind::ip && !first.inherited_ && !first.shared_;
    if (is_own && set(first.get(), SOL_SOCKET, SO_REUSEPORT, 1) && bind_ip(wanted, true).empty())
        return "";
    socket_ = fd(::fcntl(first.get(), F_DUPFD_CLOEXEC, 0));
    if (!socket_) return "cannot listen on " + text_of(first.where_) + ": " + std::strerror(errno);
    where_ = first.where_;
    inherited_ = first.inherited_;
    shared_ = first.shared_ = true;
    return "";
}

std::string listener::take_over(int descriptor, bool with_file) {
    std::string problem = open("fd:" + std::to_string(descriptor));
    if (problem.empty() && with_file && where_.kind == address_kind::path)
        file_.take(where_.local().sun_path);
    return problem;
}

// Removes the file first: clients that look it up from now on expect the next server.
void listener::close() {
    (void)file_.remove();
    socket_.close();
    inherited_ = shared_ = false;
}

// Without IPv6, all addresses means all IPv4 addresses. Accepted sockets inherit TCP_NODELAY: an
// answer is a single write, and waiting for more would only delay it.
std::string listener::bind_ip(address& wanted, bool beside) {
    socket_ = open_socket(wanted.socket.ss_family);
    if (!socket_ && errno == EAFNOSUPPORT && wanted.dual) {
        wanted = as_ipv4(wanted);
        socket_ = open_socket(AF_INET);
    }
    if (!socket_) return std::strerror(errno);
    const int own = socket_.get();
    if (wanted.socket.ss_family == AF_INET6 &&
        !set(own, IPPROTO_IPV6, IPV6_V6ONLY, wanted.dual ? 0 : 1))
        return std::strerror(errno);
    if (!set(own, SOL_SOCKET, SO_REUSEADDR, 1)) return std::strerror(errno);
    if (beside && !set(own, SOL_SOCKET, SO_REUSEPORT, 1)) return std::strerror(errno);
    if (!set(own, IPPROTO_TCP, TCP_NODELAY, 1)) return std::strerror(errno);
    if (::bind(own, wanted.raw(), wanted.length) == -1) return std::strerror(errno);
    if (::listen(own, SOMAXCONN) == -1) return std::strerror(errno);
    std::string problem = find_name();
    where_.dual = wanted.dual;
    return problem;
}

// If it fails, the descriptor still belongs to the caller.
std::string listener::adopt(int descriptor) {
    int listens = 0;
    socklen_t length = sizeof listens;
    if (::getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == -1)
        return std::strerror(errno);
    if (listens == 0) return "the socket does not listen";
    const int flags = ::fcntl(descriptor, F_GETFL);
    if (flags == -1 || ::fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == -1)
        return std::strerror(errno);
    if (::fcntl(descriptor, F_SETFD, FD_CLOEXEC) == -1) return std::strerror(errno);
    (void)set(descriptor, IPPROTO_TCP, TCP_NODELAY, 1);  // fails for a unix socket
    socket_ = fd(descriptor);
    inherited_ = true;
    return find_name();
}

std::string listener::find_name() {
    where_ = {};
    where_.length = sizeof where_.socket;
    auto* name = reinterpret_cast<sockaddr*>(&where_.socket);
    if (::getsockname(socket_.get(), name, &where_.length) == -1) return std::strerror(errno);
    if (where_.socket.ss_family == AF_UNIX) where_.kind = address_kind::path;
    return "";
}

}  // namespace callbox::net
