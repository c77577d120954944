// A loop whose kernel has no memory for a while: epoll_ctl() of this program fails when it is told.
#include "app/methods.hpp"
#include "base/log.hpp"
#include "net/loop.hpp"
#include "net/signals.hpp"
#include "site/site.hpp"

#include <criterion/criterion.h>

#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

std::atomic<int> accepts_fail = 0;   // so many next calls
std::atomic<int> watches_fail = 0;

class lines final : public callbox::log {
public:
    void line(std::string_view text) override { said += std::string(text) + '\n'; }
    std::string said;
};

}  // namespace

extern "C" int epoll_ctl(int epoll, int operation, int descriptor, epoll_event* event) noexcept {
    const bool exclusive = event != nullptr && (event->events & EPOLLEXCLUSIVE) != 0;
    if (operation == EPOLL_CTL_ADD && exclusive && watches_fail > 0 && watches_fail-- > 0)
        return errno = ENOMEM, -1;
    return static_cast<int>(::syscall(SYS_epoll_ctl, epoll, operation, descriptor, event));
}
extern "C" int accept4(int listener, sockaddr* from, socklen_t* length, int flags) {
    if (accepts_fail > 0 && accepts_fail-- > 0) return errno = ENFILE, -1;
    return static_cast<int>(::syscall(SYS_accept4, listener, from, length, flags));
}

Test(net_watching, when_a_listener_cannot_be_watched_again_it_is_tried_later, .timeout = 20) {
    lines journal;
    const callbox::options how;
    std::vector<callbox::net::listener> one(1);
    cr_assert(one[0].open("127.0.0.1:0").empty());
    const callbox::net::address where = one[0].where();
    const callbox::net::stop_signals stop;
    std::atomic<std::size_t> together = 0;
    callbox::site::site answers(callbox::table(demo::methods), nullptr, how, true, journal);
    callbox::net::loop loop(answers, how.limits, std::move(one), stop, together, journal);
    cr_assert(loop.open().empty());
    accepts_fail = 1;
    watches_fail = 2;
    std::thread serving([&] { loop.run(); });
    const callbox::fd client(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    cr_assert(::connect(client.get(), where.raw(), where.length) == 0);
    const std::string asked = "GET /livez HTTP/1.0\r\n\r\n";
    cr_assert(::send(client.get(), asked.data(), asked.size(), 0) > 0);
    const timeval patience{.tv_sec = 5, .tv_usec = 0};
    (void)::setsockopt(client.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    char got = 0;
    cr_expect(::recv(client.get(), &got, 1, 0) == 1 && got == 'H');
    stop.wish();
    serving.join();
}
