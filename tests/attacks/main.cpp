// attacks PROGRAM: attacks a server over real sockets, a few seconds each. Meanwhile well-behaved
// clients must be answered, and memory must stay within the budget.
#include "claims.hpp"
#include "server.hpp"
#include "support/messages.hpp"
#include "websockets.hpp"

#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <functional>
#include <random>
#include <unistd.h>

using namespace attacks;
using made_up::posted, made_up::sent;

namespace {

constexpr double seconds_each = 2;
constexpr std::size_t budget = 32 << 20;
constexpr std::size_t beside = budget / 4 + (2 << 20);  // gaps in the heap, arrays of a fixed size
constexpr std::size_t kept = 16 << 20;  // afterwards: 10,000 slots, memory retained by the heap

std::mt19937 chance(1);  // the same attack in each run

// An attack lasts until that time.
using attack = std::function<void(const server& to, double until)>;

void heads_byte_by_byte(const server& to, double until) {
    std::vector<peer> all;
    const std::string head = "POST /api HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";
    for (std::size_t at = 0; now_s() < until; ++at, ::usleep(50'000)) {
        fill(all, to, 1000);
        for (peer& p : all) (void)p.offer(head.substr(std::min(at, head.size() - 1), 1));
    }
}

void ten_thousand_idle(const server& to, double until) {
    std::vector<peer> all;
    fill(all, to, 10'000);
    for (std::size_t i = 0; i < all.size(); i += 2) (void)all[i].offer("POST /api HTT");
    while (now_s() < until) ::usleep(50'000);
}

void resets(const server& to, double until) {
    const std::string whole = posted(sent("ping", "[]"));
    while (now_s() < until) {
        peer p(to);
        (void)p.offer(std::string_view(whole).substr(0, chance() % (whole.size() + 1)));
        p.reset();
    }
}

// Endless requests without reading a response.
void pipelines(const server& to, double until, const std::string& body) {
    std::string many;
    while (many.size() < 200'000) many += posted(body);
    std::vector<peer> all;
    std::vector<std::size_t> taken(300);
    fill(all, to, taken.size());
    for (; now_s() < until; ::usleep(10'000))
        for (std::size_t i = 0; i < all.size(); ++i)
            taken[i] += all[i].offer(std::string_view(many).substr(taken[i] % many.size()));
}
void small_pipelines(const server& to, double until) {
    pipelines(to, until, sent("math.add", "[1,2]"));
}
void large_pipelines(const server& to, double until) {
    pipelines(to, until, sent("greeting.hello", "[\"" + std::string(150'000, 'x') + "\"]"));
}
void batch_pipelines(const server& to, double until) {
    pipelines(to, until, made_up::batch({900, sent("math.add", "[1,2]")}));
}

// Incomplete bodies of nearly a mebibyte.
void unfinished_bodies(const server& to, double until) {
    const std::string head =
        "POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n";
    std::vector<peer> all;
    fill(all, to, 300);
    for (peer& p : all) (void)p.offer(head);
    const std::string piece(20'000, ' ');
    for (; now_s() < until; ::usleep(5'000))
        for (peer& p : all) (void)p.offer(piece);
}

void send_and_read(const server& to, const std::string& request) {
    peer p(to);
    (void)p.send(request);
    (void)p.read(200);
}
void deep_nesting(const server& to, double until) {
    const std::string call = R"({"jsonrpc":"2.0","method":"ping","id":1,"params":)";
    while (now_s() < until) {
        send_and_read(to, posted(std::string(900'000, '[')));
        send_and_read(to, posted(call + std::string(500'000, '[') + std::string(500'000, ']')));
        std::string objects;
        while (objects.size() < 900'000) objects += "{\"a\":";
        send_and_read(to, posted(objects));
        std::string wide = "[1";
        while (wide.size() < 1'000'000) wide += ",1";
        send_and_read(to, posted(call + wide + "]}"));
    }
}
void huge_values(const server& to, double until) {
    const std::string add = R"({"jsonrpc":"2.0","method":"math.add","id":1,"params":[1,)";
    while (now_s() < until) {
        send_and_read(to, posted(add + std::string(1'000'000, '9') + "]}"));
        send_and_read(to, posted(add + "1e" + std::string(900'000, '9') + "]}"));
        send_and_read(to, posted(add + "0." + std::string(900'000, '0') + "1]}"));
        send_and_read(to, posted(add + '"' + std::string(1'000'000, 'x') + "\"]}"));
        std::string names = R"({"jsonrpc":"2.0","method":"math.add","id":1,"params":{)";
        for (int i = 0; names.size() < 900'000; ++i) names += '"' + std::to_string(i) + "\":1,";
        names.back() = '}';
        send_and_read(to, posted(names + '}'));
        send_and_read(to, "GET /" + std::string(100'000, 'x'));
        send_and_read(to, "GET / HTTP/1.1\r\n" + std::string(100'000, 'x'));
    }
}
void random_bytes(const server& to, double until) {
    while (now_s() < until) {
        std::string noise(1 + chance() % 5000, '\0');
        for (char& c : noise) c = static_cast<char>(chance());
        peer p(to);
        (void)p.send(chance() % 2 == 0 ? noise : posted(noise));
        (void)p.read(20);
    }
}

struct named {
    const char* name;
    attack made;
};
const named attacks_made[] = {
    {"heads sent byte by byte, 1,000 connections", heads_byte_by_byte},
    {"10,000 idle and half-idle connections", ten_thousand_idle},
    {"resets", resets},
    {"endless pipelines whose responses are not read", small_pipelines},
    {"the same with large answers", large_pipelines},
    {"the same with batches of 900", batch_pipelines},
    {"bodies that never end", unfinished_bodies},
    {"deep nesting, many values", deep_nesting},
    {"huge numbers, strings, names, targets", huge_values},
    {"random bytes", random_bytes},
    {"floods of pings", websockets::ping_floods},
    {"responses over WebSockets that are not read", websockets::unread_responses},
    {"messages over WebSockets that never end", websockets::unfinished_messages},
    {"random frames", websockets::random_frames},
    {"10,000 WebSockets that end at the same time", websockets::ten_thousand_ends},
};


// All attacks against one server, which keeps its state from one attack to the next.
void attack_all() {
    server one({"--max-memory", std::to_string(budget), "--response-bytes-max", "4M",
                         "--connections-max", "12000"});
    { client warm(one, true); ::usleep(100'000); }
    const std::size_t resident = one.resident_bytes();
    const std::size_t open = one.descriptors();
    for (const named& each : attacks_made) {
        std::printf("%s\n", each.name);
        client good(one, true);
        std::size_t most = 0;
        std::atomic<bool> over = false;
        std::thread watch([&] {
            for (; !over; ::usleep(10'000)) most = std::max(most, one.resident_bytes());
        });
        each.made(one, now_s() + seconds_each);
        over = true;
        watch.join();
        expect_served(good.stop());
        std::printf("  resident %.1f MiB more than at start\n",
                    static_cast<double>(most - std::min(most, resident)) / (1 << 20));
        expect(most > 0 && most <= resident + budget + beside, "memory is beyond the budget");
    }
    const auto is_settled = [&] {
        return one.descriptors() <= open && one.resident_bytes() <= resident + kept;
    };
    for (int i = 0; i < 300 && !is_settled(); ++i) ::usleep(10'000);
    const std::size_t now = std::max(one.resident_bytes(), resident);
    std::printf("afterwards\n  resident %.1f MiB more than at start\n",
                static_cast<double>(now - resident) / (1 << 20));
    expect(one.descriptors() <= open, "descriptors are left open");
    expect(one.resident_bytes() <= resident + kept, "memory does not come back");
    one.signal(SIGTERM);
    expect(one.exit_status(5000) == 0, "it did not exit with 0");
}

// Open connections are served, the others once descriptors are free. Meanwhile the server must not
// spin.
void few_descriptors() {
    std::printf("more connections than descriptors (64)\n");
    server one({}, 64);
    client good(one, false);
    ::usleep(100'000);
    {
        std::vector<peer> all;
        fill(all, one, 200);
        ::usleep(200'000);
        const double before = one.cpu_seconds();
        ::usleep(1'000'000);
        expect(one.cpu_seconds() - before < 0.5, "it spins");
    }
    expect_served(good.stop());
    ::usleep(300'000);
    client later(one, true);
    ::usleep(300'000);
    expect_served(later.stop());
}

// The response, then the end of the connection: never a reset, even if the client still sends.
void refusals_arrive() {
    std::printf("rejections of clients that still send\n");
    server one({});
    const std::string wrong[] = {
        "POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000000\r\n\r\n",
        "POST /api HTTP/1.1\r\nHost : localhost\r\n\r\n",
        "POST /api HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
    };
    for (int i = 0; i < 60; ++i) {
        peer p(one);
        (void)p.send(wrong[i % 3]);
        (void)p.send(std::string(600'000, 'x'));
        const std::string got = p.read(3000, SIZE_MAX);
        char rest = 0;
        const bool reset = ::recv(p.get(), &rest, 1, 0) == -1;
        expect(got.starts_with("HTTP/1.1 4") && got.ends_with("\"id\":null}"), "no answer:", got);
        expect(!reset, "a reset instead of an orderly close");
    }
}

std::size_t count_of(std::string_view text, std::string_view what) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += what.size()) ++count;
    return count;
}

// While the server is stopped, requests arrive over accepted and over queued connections. All must
// be answered, although other connections are stuck.
void drain() {
    std::printf("SIGTERM with requests in flight\n");
    server one({"--drain-timeout-ms", "2s", "--connections-max", "2000"});
    const std::string request = posted(sent("ping", "[]"));
    std::vector<peer> idle, unfinished, stuck, known, fresh;
    fill(idle, one, 50);
    fill(unfinished, one, 50);
    for (peer& p : unfinished) (void)p.offer(request.substr(0, request.size() - 3));
    fill(known, one, 300);
    fill(stuck, one, 10);
    const std::string large =
        posted(sent("greeting.hello", "[\"" + std::string(900'000, 'x') + "\"]"));
    for (int i = 0; i < 200; ++i)
        for (peer& p : stuck) (void)p.offer(large);
    ::usleep(200'000);
    one.signal(SIGSTOP);
    for (peer& p : known) (void)p.send(request + request + request);
    fill(fresh, one, 300);
    for (peer& p : fresh) (void)p.send(request + request);
    one.signal(SIGTERM);
    one.signal(SIGCONT);
    std::size_t answers = 0;
    for (peer& p : known) answers += count_of(p.read(3000, SIZE_MAX), "\"pong\"");
    expect(answers == 900, "over open connections answered, of 900:", std::to_string(answers));
    answers = 0;
    for (peer& p : fresh) answers += count_of(p.read(3000, SIZE_MAX), "\"pong\"");
    expect(answers == 600, "over new connections answered, of 600:", std::to_string(answers));
    expect(one.exit_status(4000) == 0, "it did not exit in time");
}

void allow_descriptors() {
    rlimit files{};
    (void)::getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_max = std::max<rlim_t>(files.rlim_max, 13'000);
    files.rlim_cur = files.rlim_max;
    if (::setrlimit(RLIMIT_NOFILE, &files) == 0) return;
    std::fprintf(stderr, "attacks: 13,000 open files are required (ulimit -n)\n");
    std::exit(1);
}

}  // namespace

int main(int, char** argv) {
    (void)::setenv("TEST_PROGRAM", argv[1], 1);
    (void)std::signal(SIGPIPE, SIG_IGN);
    (void)std::setvbuf(stdout, nullptr, _IOLBF, 0);
    allow_descriptors();
    attack_all();
    few_descriptors();
    refusals_arrive();
    drain();
    websockets::in_fragments();
    websockets::slow_handshakes();
    websockets::half_closed();
    websockets::never_reads();
    websockets::drain();
    websockets::stalled_messages();
    std::printf("attacks: %s\n", failures == 0 ? "all repelled" : "NOT all repelled");
    return failures == 0 ? 0 : 1;
}
