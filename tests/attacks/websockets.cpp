// Attacks over WebSockets: floods, fragments, clients that stall or leave.
#include "websockets.hpp"

#include "claims.hpp"
#include "support/frames.hpp"
#include "support/messages.hpp"

#include <algorithm>
#include <csignal>
#include <random>
#include <unistd.h>

namespace attacks::websockets {

namespace {

using made_up::answered, made_up::sent;

std::mt19937 luck(2);  // the same attack in each run

// Endless bytes that no peer reads the answers to.
void repeat(const server& to, double until, std::size_t count, const std::string& bytes) {
    std::string many;
    while (many.size() < 200'000) many += bytes;
    std::vector<peer> all(upgraded(to, count));
    std::vector<std::size_t> taken(all.size());
    for (; now_s() < until; ::usleep(10'000))
        for (std::size_t i = 0; i < all.size(); ++i)
            taken[i] += all[i].offer(std::string_view(many).substr(taken[i] % many.size()));
}

std::string large_call() {
    return frames::text(sent("greeting.hello", "[\"" + std::string(150'000, 'x') + "\"]"));
}
std::string large_answer() {
    return frame_of(answered("\"Hello, " + std::string(150'000, 'x') + "!\""));
}

// A text in fragments of one byte.
std::string bytewise(const std::string& text) {
    std::string all;
    for (std::size_t i = 0; i < text.size(); ++i)
        all += frames::frame((i == 0 ? 1u : 0u) | (i + 1 == text.size() ? 0x80u : 0u),
                             std::string_view(text).substr(i, 1));
    return all;
}

}  // namespace

void ping_floods(const server& to, double until) {
    repeat(to, until, 300, frames::ping(std::string(125, 'p')) + frames::ping());
}

void unread_responses(const server& to, double until) { repeat(to, until, 300, large_call()); }

// The memory of all peers would be ten times the budget.
void unfinished_messages(const server& to, double until) {
    const std::string piece = frames::frame(0, std::string(5'000, ' ')) + frames::ping();
    std::vector<peer> all(upgraded(to, 300));
    for (peer& p : all) (void)p.offer(frames::frame(1, "["));
    for (; now_s() < until; ::usleep(5'000))
        for (peer& p : all) {
            (void)p.offer(piece);
            if (!p.is_broken()) continue;
            p = peer(to);
            (void)p.offer(handshake() + frames::frame(1, "["));
        }
}

void random_frames(const server& to, double until) {
    const std::string call = frames::text(sent("ping", "[]"));
    while (now_s() < until) {
        std::string noise;
        for (int i = 0; i < 20; ++i) {
            std::string payload(luck() % 200, '\0');
            for (char& c : payload) c = static_cast<char>(luck());
            noise += luck() % 2 == 0 ? call : frames::frame(static_cast<unsigned>(luck() % 256),
                                                            payload);
        }
        noise.resize(noise.size() - luck() % 200);
        peer p(to);
        (void)p.send(handshake() + noise);
        (void)p.read(20, 1'000);
        if (luck() % 2 == 0) p.reset();
    }
}

// By a close frame, a FIN, a RST.
void ten_thousand_ends(const server& to, double until) {
    std::vector<peer> all(upgraded(to, 10'000));
    while (now_s() < until) ::usleep(10'000);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i % 3 == 0) (void)all[i].offer(frames::close(1000));
        if (i % 3 == 1) all[i].end();
        if (i % 3 == 2) all[i].reset();
    }
    std::size_t at = 0;
    while (at < all.size() && all[at].read(10'000, SIZE_MAX) == frame_of("\x03\xe8", 0x88)) at += 3;
    expect(at > all.size(), "a close frame is not answered, of WebSocket", std::to_string(at));
}

// The time for a message is proportional to its length, however it is cut.
void in_fragments() {
    std::printf("messages in fragments of one byte\n");
    server one({});
    const auto call = [](std::size_t size) {
        const std::string text(size, 'x');
        return std::pair(bytewise(sent("greeting.hello", "[\"" + text + "\"]")),
                         frame_of(answered("\"Hello, " + text + "!\"")));
    };
    const auto small = call(100'000), large = call(1'000'000);
    std::vector<peer> only(upgraded(one, 1));
    const auto cpu_of = [&](const auto& each, int count) {
        const double before = one.cpu_seconds();
        for (int i = 0; i < count; ++i) {
            const bool is_sent = only[0].send(each.first);
            const std::string got = only[0].read(10'000, each.second.size());
            expect(is_sent && got == each.second, "a call in fragments is not answered");
        }
        return one.cpu_seconds() - before;
    };
    double of_small = 0, of_large = 0;
    for (int i = 0; of_small < 0.3 && i < 50 && failures == 0; ++i) {
        of_small += cpu_of(small, 10);
        of_large += cpu_of(large, 1);
    }
    std::printf("  CPU of messages of 100 KB %.2f s, of as many bytes at 1 MB %.2f s\n", of_small,
                of_large);
    expect(of_large < 3 * of_small, "the time grows faster than the message");
    (void)only[0].send(bytewise(std::string(1'100'000, ' ')));
    expect(only[0].read(10'000, 4) == frame_of("\x03\xf1", 0x88), "no close 1009");
    const std::string unmasked_key(4, '\0');
    std::vector<peer> other(upgraded(one, 1));
    (void)other[0].send(frames::frame(0x81, sent("ping", "[]"), 0, unmasked_key));
    const std::string pong = frame_of(answered("\"pong\""));
    expect(other[0].read(10'000, pong.size()) == pong, "a mask of zeros");
}

void slow_handshakes() {
    std::printf("handshakes sent byte by byte\n");
    server one({"--header-timeout-ms", "300"});
    client good(one, true);
    std::vector<peer> all;
    fill(all, one, 100);
    const std::string whole = handshake();
    std::string answers;
    for (std::size_t i = 0; i + 1 < whole.size() && answers.empty(); ++i) {
        for (peer& p : all) (void)p.offer(whole.substr(i, 1));
        answers = all.back().read(20);
    }
    expect(answers.starts_with("HTTP/1.1 408 "), "no 408, but", answers);
    all.pop_back();
    expect(std::ranges::all_of(all, [](peer& p) {
        return p.read(10'000, SIZE_MAX).starts_with("HTTP/1.1 408 ");
    }), "no 408");
    expect_served(good.stop());
}

// The responses are far more than the socket buffers hold.
void half_closed() {
    std::printf("calls followed by a FIN\n");
    server one({});
    std::string calls, answers;
    for (int i = 0; i < 100; ++i) {
        calls += frames::text(sent("ping", "[]")) + large_call();
        answers += frame_of(answered("\"pong\"")) + large_answer();
    }
    std::vector<peer> all(upgraded(one, 3));
    std::string got;
    for (std::size_t sent_bytes = 0; sent_bytes < calls.size(); ) {
        sent_bytes += all[0].offer(std::string_view(calls).substr(sent_bytes));
        if (sent_bytes < calls.size()) got += all[0].read(1);
    }
    all[0].end();
    got += all[0].read(20'000, SIZE_MAX);
    expect(got == answers, "bytes received, not all:", std::to_string(got.size()));
    (void)all[1].send(frames::text(sent("ping", "[]")));
    all[1].end();
    expect(all[1].read(10'000, SIZE_MAX) == frame_of(answered("\"pong\"")), "a call, then FIN");
    (void)all[2].send(frames::text(sent("ping", "[]")) + frames::close(1001));
    all[2].end();
    expect(all[2].read(10'000, SIZE_MAX) ==
               frame_of(answered("\"pong\"")) + frame_of("\x03\xe9", 0x88), "a close, then FIN");
}

// They are ended although other frames show that the client is there.
void stalled_messages() {
    std::printf("messages that stall\n");
    server one({"--body-timeout-ms", "500"});
    client good(one, true);
    std::vector<peer> all(upgraded(one, 100));
    for (peer& p : all) (void)p.send(frames::frame(1, "[").substr(0, 7));
    const double end = now_s() + 20;
    const auto is_over = [](const peer& p) { return p.is_broken(); };
    for (; !std::ranges::all_of(all, is_over) && now_s() < end; ::usleep(20'000))
        for (peer& p : all) (void)p.offer(frames::ping());
    expect(std::ranges::all_of(all, is_over), "an incomplete message stays");
    expect_served(good.stop());
}

// It reads no more than its output allows, and closes.
void never_reads() {
    std::printf("a client that never reads\n");
    server one({"--write-timeout-ms", "500"});
    client good(one, true);
    std::vector<peer> only(upgraded(one, 1));
    const std::string call = large_call();
    std::size_t taken = 0;
    const double end = now_s() + 20;
    while (!only[0].is_broken() && now_s() < end) {
        taken += only[0].offer(std::string_view(call).substr(taken % call.size()));
        if (taken % call.size() != 0) ::usleep(1'000);
    }
    expect(only[0].is_broken(), "it does not close");
    expect(taken < 40'000'000, "bytes sent by the client:", std::to_string(taken));
    expect_served(good.stop());
}

void drain() {
    std::printf("SIGTERM with WebSockets\n");
    server one({"--drain-timeout-ms", "20s", "--connections-max", "12000"});
    std::vector<peer> all(upgraded(one, 10'000));
    one.signal(SIGSTOP);
    const std::string call = frames::text(sent("ping", "[]"));
    for (peer& p : all) (void)p.send(call + call);
    const double end = now_s() + 20;
    const auto is_delivered = [](const peer& p) { return p.is_delivered(); };
    while (!std::ranges::all_of(all, is_delivered) && now_s() < end) ::usleep(1'000);
    one.signal(SIGTERM);
    one.signal(SIGCONT);
    const std::string pong = frame_of(answered("\"pong\""));
    const std::string all_of_it = pong + pong + frame_of("\x03\xe9", 0x88);
    expect(std::ranges::all_of(all, [&](peer& p) {
        return p.read(20'000, SIZE_MAX) == all_of_it;
    }), "not two responses and 1001");
    expect(one.exit_status(20'000) == 0, "it did not exit in time");
}

}  // namespace attacks::websockets
