// messages PORT CONNECTIONS PIPELINED SECONDS CALLS RESPONSES: calls over WebSockets, the
// counterpart of wrk with send.lua. Sends the lines of CALLS in a cycle, PIPELINED in each write,
// and the next write when all responses have arrived, which must be the lines of RESPONSES. Prints
// the same line as send.lua:
//     bench: calls, microseconds, bytes, five zeros for failures, p50, p99
// Exits with status 1 if a response is wrong or missing.
#include "upgrade.hpp"

#include <sys/epoll.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using clock = std::chrono::steady_clock;

constexpr int silence_ms_max = 10'000;

struct step {
    std::string sent;
    std::string wanted;
};

struct link {
    int socket;
    std::size_t step;     // of all steps
    std::size_t got = 0;  // bytes of its responses
    clock::time_point begin = {};
};

std::vector<std::string> lines_of(const char* path) {
    std::vector<std::string> lines;
    const std::string all = bench::bytes_of(path);
    for (std::string_view rest = all; !rest.empty();) {
        const std::size_t end = rest.find('\n');
        lines.emplace_back(rest.substr(0, end));
        rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
    }
    return lines;
}

std::vector<step> steps_of(const char* calls_path, const char* responses_path,
                           std::size_t pipelined) {
    const auto calls = lines_of(calls_path);
    const auto responses = lines_of(responses_path);
    if (calls.empty() || calls.size() != responses.size()) bench::fail("not a response per call");
    std::vector<step> all;
    for (std::size_t first = 0; first < calls.size(); first += pipelined) {
        step& next = all.emplace_back();
        for (std::size_t i = first; i < first + pipelined; ++i) {
            const auto key = static_cast<unsigned>(i * 0x9e3779b1u + 0x5bd1e995u);
            const char bytes[] = {static_cast<char>(key), static_cast<char>(key >> 8),
                                  static_cast<char>(key >> 16), static_cast<char>(key >> 24)};
            next.sent += frames::frame(0x81, calls[i % calls.size()], 0, {bytes, sizeof bytes});
            next.wanted += frames::frame(0x81, responses[i % calls.size()], 0, "");
        }
    }
    return all;
}

class load {
public:
    load(std::uint16_t port, std::size_t connections, std::size_t pipelined,
         std::vector<step> steps);
    void run(clock::duration time);
    void print();

private:
    void send(link& to);
    void read(link& from);

    std::vector<step> steps_;
    std::size_t pipelined_;
    std::vector<link> links_;
    std::vector<std::uint32_t> latencies_;  // microseconds
    std::vector<char> input_ = std::vector<char>(1 << 16);
    std::uint64_t bytes_ = 0;
    clock::duration took_ = {};
    int epoll_ = ::epoll_create1(0);
};

load::load(std::uint16_t port, std::size_t connections, std::size_t pipelined,
           std::vector<step> steps)
    : steps_(std::move(steps)), pipelined_(pipelined) {
    for (std::size_t i = 0; i < connections; ++i)
        links_.push_back({bench::open_websocket(port), i % steps_.size()});
    for (link& each : links_) {
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.ptr = &each;
        if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, each.socket, &event) == -1)
            bench::fail("epoll_ctl");
    }
}

void load::run(clock::duration time) {
    const auto begin = clock::now();
    for (link& each : links_) send(each);
    std::array<epoll_event, 256> events;
    while (took_ < time) {
        const int count = ::epoll_wait(epoll_, events.data(), events.size(), silence_ms_max);
        if (count <= 0) bench::fail("epoll_wait");
        for (int i = 0; i < count; ++i)
            read(*static_cast<link*>(events[static_cast<std::size_t>(i)].data.ptr));
        took_ = clock::now() - begin;
    }
}

void load::send(link& to) {
    const std::string& sent = steps_[to.step].sent;
    to.begin = clock::now();
    if (::send(to.socket, sent.data(), sent.size(), MSG_NOSIGNAL) !=
        static_cast<ssize_t>(sent.size()))
        bench::fail("send");
}

void load::read(link& from) {
    const ssize_t count = ::recv(from.socket, input_.data(), input_.size(), 0);
    if (count <= 0) bench::fail("recv");
    const std::string_view got(input_.data(), static_cast<std::size_t>(count));
    const std::string& wanted = steps_[from.step].wanted;
    if (!std::string_view(wanted).substr(from.got).starts_with(got)) {
        std::fprintf(stderr, "wrong response: %.*s\n", static_cast<int>(got.size()), got.data());
        std::exit(1);
    }
    bytes_ += got.size();
    from.got += got.size();
    if (from.got < wanted.size()) return;
    const auto took = clock::now() - from.begin;
    latencies_.push_back(static_cast<std::uint32_t>(took / std::chrono::microseconds(1)));
    from.got = 0;
    from.step = (from.step + 1) % steps_.size();
    send(from);
}

void load::print() {
    const auto latency = [&](std::size_t percent) {
        if (latencies_.empty()) bench::fail("no response");
        const auto at = latencies_.begin() +
                        static_cast<std::ptrdiff_t>((latencies_.size() - 1) * percent / 100);
        std::nth_element(latencies_.begin(), at, latencies_.end());
        return *at;
    };
    std::printf("bench: %zu %lld %llu 0 0 0 0 0 %u %u\n", latencies_.size() * pipelined_,
                static_cast<long long>(took_ / std::chrono::microseconds(1)),
                static_cast<unsigned long long>(bytes_), latency(50), latency(99));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 7) {
        std::fputs("usage: messages PORT CONNECTIONS PIPELINED SECONDS CALLS RESPONSES\n", stderr);
        return 2;
    }
    const std::size_t pipelined = std::max<std::size_t>(bench::number(argv[3]), 1);
    load all(static_cast<std::uint16_t>(bench::number(argv[1])), bench::number(argv[2]), pipelined,
             steps_of(argv[5], argv[6], pipelined));
    all.run(std::chrono::seconds(bench::number(argv[4])));
    all.print();
}
