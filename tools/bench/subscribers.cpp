// Subscribers of the event `changed` of events.cpp, one for each connection. Events are published
// one at a time: the next when all subscribers have received the last.
// subscribers compare TRANSPORT COUNT EVENTS TURNS FLOOR_PORT FLOOR_PROCESS PORT PROCESS: compares
//     the server with `floor publish`, in alternating turns of EVENTS. TRANSPORT: websocket or
//     stream. For each turn a line like those of measure.sh: floor or callbox, deliveries, six
//     zeros, nanoseconds of CPU of the server
// subscribers deliver PORT COUNT EVENTS: prints the p50 and p99 of the time, in microseconds, from
//     the call that publishes to the arrival at a subscriber
// subscribers receive PORT COUNT RATE MS: reports that it is ready, and then how many events
//     arrived in a second while RATE were published
// subscribers hold PORT COUNT EACH: opens WebSockets with EACH subscriptions, which read no event,
//     reports that it is ready, and keeps them open until it is killed
#include "changes.hpp"
#include "upgrade.hpp"

#include <sys/epoll.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <vector>

namespace {

using clock = std::chrono::steady_clock;

constexpr int silence_ms_max = 10'000;

using bench::transport;

struct subscriber {
    int socket;
    std::size_t got = 0;  // bytes of an event
};

std::string call_text(std::string_view method, std::string_view params) {
    return frames::text(bench::call_of(method, params));
}

void send_all(int socket, std::string_view bytes) {
    if (::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL) !=
        static_cast<ssize_t>(bytes.size()))
        bench::fail("send");
}

int dial(std::uint16_t port) {
    const int socket = bench::dial(port);
    if (socket == -1) bench::fail("connect");
    return socket;
}

void exchange(int socket, const std::string& call, std::string_view result) {
    const std::string wanted = frames::frame(0x81, bench::result_of(result), 0, "");
    std::string got(wanted.size(), '\0');
    send_all(socket, call);
    if (::recv(socket, got.data(), got.size(), MSG_WAITALL) !=
            static_cast<ssize_t>(wanted.size()) ||
        got != wanted)
        bench::fail("not the response expected");
}

int open_stream(std::uint16_t port) {
    const std::string end = bench::stream_begun();
    const int socket = dial(port);
    send_all(socket, bench::stream_request());
    for (std::string got; !got.ends_with(end);) {
        char part[1024];
        const ssize_t count = ::recv(socket, part, sizeof part, 0);
        if (count <= 0) bench::fail("no event stream");
        got.append(part, static_cast<std::size_t>(count));
    }
    return socket;
}

// Those of the floor subscribe by connecting.
int subscribe(bool is_floor, transport by, std::uint16_t port) {
    if (is_floor) return dial(port);
    if (by == transport::stream) return open_stream(port);
    const int socket = bench::open_websocket(port);
    exchange(socket, call_text("changed", "[]"), R"("1")");
    return socket;
}

// The subscribers of a server, and a connection that publishes.
class group {
public:
    group(bool is_floor, transport by, std::uint16_t port, std::size_t count);

    std::size_t size() const { return all_.size(); }
    // Publishes an event, and passes the time of each arrival to `arrived`.
    template <class Arrived> void publish(Arrived arrived);
    void publish() {
        publish([](clock::time_point) {});
    }
    // Receives events until `call` is answered. Returns their number.
    std::size_t receive(const std::string& call);

private:
    std::size_t read(subscriber& from);
    template <class Ready> void wait(Ready ready);

    std::string event_;
    std::string publishes_;
    std::vector<subscriber> all_;
    std::array<epoll_event, 256> ready_;
    int caller_;
    int epoll_ = ::epoll_create1(0);
};

group::group(bool is_floor, transport by, std::uint16_t port, std::size_t count)
    : event_(bench::event_over(by)),
      publishes_(is_floor ? event_ : frames::text(
                     R"({"jsonrpc":"2.0","method":"publish","params":[1]})")),
      all_(count), ready_{} {
    for (subscriber& each : all_) {
        each.socket = subscribe(is_floor, by, port);
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.ptr = &each;
        if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, each.socket, &event) == -1)
            bench::fail("epoll_ctl");
    }
    caller_ = is_floor ? dial(port) : bench::open_websocket(port);
    publish();
}

template <class Ready> void group::wait(Ready ready) {
    const int count = ::epoll_wait(epoll_, ready_.data(), static_cast<int>(ready_.size()),
                                   silence_ms_max);
    if (count <= 0) bench::fail("events are missing");
    for (int i = 0; i < count; ++i)
        ready(static_cast<subscriber*>(ready_[static_cast<std::size_t>(i)].data.ptr));
}

template <class Arrived> void group::publish(Arrived arrived) {
    send_all(caller_, publishes_);
    std::size_t arrivals = 0;
    while (arrivals < all_.size())
        wait([&](subscriber* from) {
            if (read(*from) == 0) return;
            arrived(clock::now());
            ++arrivals;
        });
}

std::size_t group::receive(const std::string& call) {
    epoll_event event{};
    event.events = EPOLLIN;
    if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, caller_, &event) == -1) bench::fail("epoll_ctl");
    send_all(caller_, call);
    std::size_t count = 0;
    for (bool is_answered = false; !is_answered;)
        wait([&](subscriber* from) {
            if (from == nullptr) is_answered = true;
            else count += read(*from);
        });
    return count;
}

// Returns the number of events that end in what is read.
std::size_t group::read(subscriber& from) {
    std::array<char, 1 << 14> input;
    const ssize_t count = ::recv(from.socket, input.data(), input.size(), 0);
    if (count <= 0) bench::fail("recv");
    std::size_t events = 0;
    for (std::string_view got(input.data(), static_cast<std::size_t>(count)); !got.empty();) {
        const std::string_view part = got.substr(0, event_.size() - from.got);
        if (std::string_view(event_).substr(from.got, part.size()) != part)
            bench::fail("not the event expected");
        got.remove_prefix(part.size());
        from.got = (from.got + part.size()) % event_.size();
        events += from.got == 0 ? 1 : 0;
    }
    return events;
}

// Of all threads, in nanoseconds.
std::uint64_t cpu_of(const std::string& process) {
    std::uint64_t all = 0;
    for (const auto& task : std::filesystem::directory_iterator("/proc/" + process + "/task")) {
        std::uint64_t one = 0;
        std::ifstream(task.path() / "schedstat") >> one;
        all += one;
    }
    return all;
}

void compare(char** argv) {
    const bool is_stream = std::string_view(argv[2]) == "stream";
    const transport by = is_stream ? transport::stream : transport::websocket;
    const std::size_t count = bench::number(argv[3]);
    const std::size_t events = bench::number(argv[4]);
    const auto port = [&](int at) { return static_cast<std::uint16_t>(bench::number(argv[at])); };
    group floor(true, by, port(6), count);
    group callbox(false, by, port(8), count);
    const auto turn = [&](const char* name, group& of, const std::string& process) {
        const std::uint64_t before = cpu_of(process);
        for (std::size_t i = 0; i < events; ++i) of.publish();
        std::printf("%s %zu 0 0 0 0 0 0 %llu\n", name, of.size() * events,
                    static_cast<unsigned long long>(cpu_of(process) - before));
    };
    for (std::size_t turns = bench::number(argv[5]); turns > 0; --turns) {
        turn("floor", floor, argv[7]);
        turn("callbox", callbox, argv[9]);
    }
}

void deliver(std::uint16_t port, std::size_t count, std::size_t events) {
    group all(false, transport::websocket, port, count);
    std::vector<std::uint32_t> times;
    times.reserve(count * events);
    for (; events > 0; --events) {
        const auto begin = clock::now();
        all.publish([&](clock::time_point at) {
            const auto us = (at - begin) / std::chrono::microseconds(1);
            times.push_back(static_cast<std::uint32_t>(us));
        });
    }
    std::ranges::sort(times);
    std::printf("%u %u\n", times[times.size() / 2], times[times.size() * 99 / 100]);
}

void receive(std::uint16_t port, std::size_t count, const std::string& rate,
             const std::string& ms) {
    group all(false, transport::websocket, port, count);
    const std::string call = call_text("publish_at", "[" + rate + "," + ms + "]");
    std::fputs("subscribers: ready: all are subscribed\n", stderr);
    std::fprintf(stderr, "%zu events/s\n", all.receive(call) * 1000 / bench::number(ms.c_str()));
}

[[noreturn]] void hold(std::uint16_t port, std::size_t count, std::size_t each) {
    for (; count > 0; --count) {
        const int socket = bench::open_websocket(port);
        for (std::size_t id = 1; id <= each; ++id)
            exchange(socket, call_text("changed", "[]"), '"' + std::to_string(id) + '"');
    }
    std::fputs("subscribers: ready: all are subscribed\n", stderr);
    for (;;) ::pause();
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view mode = argc > 1 ? argv[1] : "";
    if (mode == "compare" && argc == 10) return compare(argv), 0;
    const auto port = static_cast<std::uint16_t>(argc > 2 ? bench::number(argv[2]) : 0);
    const std::size_t count = argc > 3 ? bench::number(argv[3]) : 0;
    const std::size_t each = argc > 4 ? bench::number(argv[4]) : 0;
    if (mode == "deliver" && argc == 5) return deliver(port, count, each), 0;
    if (mode == "receive" && argc == 6) return receive(port, count, argv[4], argv[5]), 0;
    if (mode == "hold" && argc == 5) hold(port, count, each);
    std::fputs("usage: subscribers compare|deliver|receive|hold ...: see its source\n", stderr);
    return 2;
}
