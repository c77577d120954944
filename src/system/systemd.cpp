// Implements socket activation and notifications.
#include "systemd.hpp"

#include "base/ascii.hpp"
#include "base/utf8.hpp"
#include "base/visible.hpp"

#include <sys/socket.h>
#include <sys/un.h>

#include <fcntl.h>

namespace callbox::system {

namespace {

constexpr int first_descriptor = 3;
constexpr int descriptors_max = 1000;

// sd_watchdog_enabled(3): without WATCHDOG_PID, WATCHDOG_USEC applies to any process.
time_ms watchdog() {
    const std::string_view process = variable(environ, "WATCHDOG_PID");
    if (!process.empty() && read_number<std::int64_t>(process) != ::getpid()) return never;
    const auto usec = read_number<std::int64_t>(variable(environ, "WATCHDOG_USEC"));
    return usec && *usec > 0 ? std::max<time_ms>(*usec / 2000, 1) : never;
}

}  // namespace

std::string_view variable(const char* const* environment, std::string_view name) {
    for (; environment != nullptr && *environment != nullptr; ++environment) {
        std::string_view value = *environment;
        if (ascii::take_until(value, '=') == name) return value;
    }
    return {};
}

std::string take_descriptors(const char* const* environment, std::vector<std::string>& out) {
    const std::string_view process = variable(environment, "LISTEN_PID");
    if (process.empty()) return "";
    const auto count = read_number<std::int64_t>(variable(environment, "LISTEN_FDS"));
    const bool is_for_us = read_number<std::int64_t>(process) == ::getpid();
    for (const char* name : {"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"}) (void)::unsetenv(name);
    if (!is_for_us) return "";
    if (!count || *count < 1 || *count > descriptors_max)
        return "LISTEN_FDS must be a number from 1 to " + std::to_string(descriptors_max);
    out.clear();
    for (int one = first_descriptor; one < first_descriptor + *count; ++one) {
        if (::fcntl(one, F_SETFD, FD_CLOEXEC) == -1)
            return "LISTEN_FDS: descriptor " + std::to_string(one) + " is not open";
        out.push_back("fd:" + std::to_string(one));
    }
    return "";
}

// "/run/systemd/notify", or "@name", where '@' stands for the NUL byte of an abstract address.
std::string notifier::open() {
    const std::string_view name = variable(environ, "NOTIFY_SOCKET");
    if (name.empty()) return "";
    const std::string refused = "cannot notify systemd at NOTIFY_SOCKET: ";
    sockaddr_un to{};
    to.sun_family = AF_UNIX;
    const bool is_known = (name[0] == '/' || name[0] == '@') && name.size() > 1;
    if (!is_known || name.size() >= sizeof to.sun_path) return refused + "not a unix socket";
    name.copy(to.sun_path, name.size());
    if (name[0] == '@') to.sun_path[0] = '\0';
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
    socket_ = fd(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket_ || ::connect(socket_.get(), reinterpret_cast<sockaddr*>(&to), length) == -1) {
        socket_.close();
        return refused + std::strerror(errno);
    }
    watchdog_ms_ = watchdog();
    return "";
}

void notifier::notify(std::initializer_list<state> all) const {
    if (!socket_) return;
    std::array<char, state_bytes_max> text;
    std::size_t size = 0;
    const auto put = [&](char c) {
        if (size != text.size()) text[size++] = c;
    };
    for (const auto& [name, value] : all) {
        if (size != 0) put('\n');
        for (const char c : name) put(c);
        put('=');
        each_visible(utf8::cut(value, text.size() - size), put, [&](char32_t) { put('?'); });
    }
    (void)retried([&] {
        return ::send(socket_.get(), text.data(), size, MSG_NOSIGNAL | MSG_DONTWAIT);
    });
}

}  // namespace callbox::system
