// events SECONDS SOCKET: a server with four workers, four publishers and subscribers that come and
// go over WebSockets and event streams, under ThreadSanitizer: some do not read, some unsubscribe,
// some disconnect. The state with a topic is destroyed while the server serves, and the server
// stops while others publish. Exit status 0: each subscription got the events of each publisher in
// order, all saw the same order, and what it did not get was reported.
#include "base/fd.hpp"
#include "support/frames.hpp"
#include "support/messages.hpp"
#include "websocket/frames.hpp"

#include <callbox/callbox.hpp>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

using std::string;

struct entry {
    std::int64_t publisher, number;
    string text;
};
constexpr auto describe(callbox::as<entry>) {
    return callbox::fields{callbox::field("publisher", &entry::publisher),
                           callbox::field("number", &entry::number),
                           callbox::field("text", &entry::text)};
}
struct state {
    callbox::topic<entry> entries;
};
constexpr std::int64_t of_calls = 9;  // the publisher
callbox::topic<entry> global;
void publish(state& s, std::int64_t n) { s.entries.publish({of_calls, n, "of a call"}); }
bool is_of(const entry& e, std::int64_t modulus) { return e.number % modulus == 0; }

using callbox::arg, callbox::event, callbox::keeps, callbox::method;
namespace when_full = callbox::when_full;
constexpr callbox::api methods{
    callbox::thread_safe,
    method<"publish", publish>("Publishes.", "n"),
    event<"all", &state::entries>("Ends.", keeps(64)),
    event<"lossy", &state::entries, is_of>("Drops.", arg("modulus") = 1, keeps(32),
                                           when_full::drop_oldest),
    event<"newest", &state::entries, is_of>("The newest.", arg("modulus") = 1, when_full::latest),
    event<"global", &global>("Of the process.", when_full::drop_oldest),
};

std::atomic<std::size_t> received = 0, missed = 0, ended = 0;
std::mutex mutex;
std::map<std::int64_t, string> order;  // payloads by seq
string wrong;
std::atomic<bool> has_failed = false;

void fail(const string& why) {
    const std::lock_guard held(mutex);
    if (!has_failed.exchange(true)) wrong = why;
}

// The number after that text; -1: there is none.
std::int64_t number_in(std::string_view message, std::string_view key) {
    const std::size_t at = message.find(key);
    if (at == message.npos) return -1;
    std::int64_t number = -1;
    const char* const begin = message.data() + at + key.size();
    (void)std::from_chars(begin, message.data() + message.size(), number);
    return number;
}

// A client with one subscription, over either transport.
class client {
public:
    enum class got : std::uint8_t { message, end, closed };

    client(const string& path, bool is_websocket) : is_websocket_(is_websocket) {
        socket_ = callbox::fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_un to{};
        to.sun_family = AF_UNIX;
        path.copy(to.sun_path, sizeof to.sun_path - 1);
        const timeval patience{.tv_sec = 20, .tv_usec = 0};
        (void)::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        if (::connect(socket_.get(), reinterpret_cast<sockaddr*>(&to), sizeof to) != 0)
            socket_.close();
    }
    // Returns false if the server has stopped.
    bool subscribe(std::string_view name, std::string_view params) {
        const string call = made_up::sent(name, params);
        if (is_websocket_)
            send("GET /api HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                 "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n" + frames::text(call));
        else send(made_up::posted(call, "Accept: text/event-stream\r\n"));
        while (inbox_.find("\r\n\r\n") == inbox_.npos)
            if (!receive()) return false;
        inbox_.erase(0, inbox_.find("\r\n\r\n") + 4);
        string response;
        if (next(response) != got::message) return false;
        if (response.find("\"result\":\"1\"") == response.npos) fail("refused: " + response);
        return true;
    }
    void send(std::string_view bytes) const {
        (void)::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    }
    // A message of JSON-RPC; the end of an event stream; or the connection has ended.
    got next(string& out) {
        for (;;) {
            const std::optional<got> one = is_websocket_ ? next_frame(out) : next_event(out);
            if (one) return *one;
            if (!receive()) return got::closed;
        }
    }

private:
    using event = callbox::websocket::reader::event;

    bool receive() {
        char some[4096];
        const ssize_t count = ::recv(socket_.get(), some, sizeof some, 0);
        if (count == -1 && errno == EAGAIN) fail("it hangs");
        if (count <= 0) return false;
        inbox_.append(some, static_cast<std::size_t>(count));
        return true;
    }
    std::optional<got> next_frame(string& out) {
        std::span<char> unread(inbox_);
        const event what = reader_.feed(unread);
        out.assign(reader_.payload().begin(), reader_.payload().end());
        reader_.compact(unread);
        inbox_.erase(0, static_cast<std::size_t>(unread.data() - inbox_.data()));
        inbox_.resize(unread.size());
        if (what == event::message) return got::message;
        if (what == event::bad) fail("not a frame");
        if (what == event::bad || what == event::close) return got::end;
        return {};
    }
    std::optional<got> next_event(string& out) {
        for (;;) {
            const std::size_t line = inbox_.find("\r\n");
            if (line == inbox_.npos) return {};
            const std::size_t size = std::strtoul(inbox_.c_str(), nullptr, 16);
            if (size == 0) return got::end;
            if (inbox_.size() < line + 2 + size + 2) return {};
            const string chunk = inbox_.substr(line + 2, size);
            if (inbox_.compare(line + 2 + size, 2, "\r\n") != 0) fail("not a chunk");
            inbox_.erase(0, line + 2 + size + 2);
            if (chunk == ":\n\n" || chunk.starts_with("retry: ")) continue;
            if (!chunk.starts_with("data: {") || !chunk.ends_with("}\n\n"))
                fail("not an event: " + chunk);
            out = chunk.substr(6, chunk.size() - 8);
            return got::message;
        }
    }

    bool is_websocket_;
    callbox::fd socket_;
    string inbox_;
    callbox::limits bounds_;
    callbox::websocket::reader reader_{bounds_, callbox::websocket::role::client};
};

// Checks the events of one subscription.
class follower {
public:
    explicit follower(bool is_whole) : is_whole_(is_whole) {}

    // Returns false at the end of the subscription.
    bool take(const string& message) {
        if (message.find("\"error\"") != message.npos) {
            ++ended;
            reason = message.substr(message.find("\"reason\""));
            if (!reason.starts_with(R"("reason":"overflow")") &&
                !reason.starts_with(R"("reason":"closed")"))
                fail(message);
            return false;
        }
        ++received;
        const std::int64_t seq = number_in(message, "\"seq\":");
        const std::int64_t gone = std::max<std::int64_t>(0, number_in(message, "\"missed\":"));
        const std::int64_t publisher = number_in(message, "\"publisher\":");
        const std::int64_t number = number_in(message, "\"number\":");
        missed += static_cast<std::size_t>(gone);
        if (publisher < 0 || publisher > of_calls) return fail("not an event: " + message), false;
        if (publisher != of_calls &&
            std::exchange(last_[static_cast<std::size_t>(publisher % 4)], number) >= number)
            fail("out of order: " + message);
        if (seq == -1) return true;
        const std::int64_t before = std::exchange(seq_, seq);
        if (is_whole_ && before != 0 && seq != before + gone + 1)
            fail("a gap after " + std::to_string(before) + ": " + message);
        const std::lock_guard held(mutex);
        const string key = std::to_string(publisher) + ' ' + std::to_string(number);
        if (order.emplace(seq, key).first->second == key) return true;
        wrong = "two orders: " + message;
        has_failed = true;
        return false;
    }
    string reason;

private:
    bool is_whole_;
    std::array<std::int64_t, 4> last_{-1, -1, -1, -1};
    std::int64_t seq_ = 0;
};

struct wanted {
    std::string_view event, params;
    bool is_whole;
};
constexpr std::array<wanted, 5> all_wanted{{{"all", "[]", true},
                                            {"lossy", "[]", true},
                                            {"lossy", "[2]", false},
                                            {"newest", "[]", false},
                                            {"global", "[]", false}}};

// Subscribes, receives some events, and leaves in one of several ways.
void visit(const string& path, unsigned i) {
    const wanted& what = all_wanted[i % all_wanted.size()];
    const bool is_websocket = i % 3 != 0;
    client peer(path, is_websocket);
    if (!peer.subscribe(what.event, what.params)) return;
    follower follows(what.is_whole);
    string message;
    for (unsigned n = 0; n < 30 + i % 50; ++n) {
        if (i % 4 == 1 && n == 10)  // it does not read
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        if (peer.next(message) != client::got::message) return fail("a subscriber was closed");
        if (!follows.take(message)) return;
    }
    if (!is_websocket || i % 2 == 0) return;
    // Nothing follows the response.
    peer.send(frames::text(made_up::sent("publish", "[" + std::to_string(i) + "]", "2")) +
              frames::text(made_up::sent("rpc.unsubscribe", R"(["1"])", "3")));
    bool is_over = false;
    while (!is_over) {
        if (peer.next(message) != client::got::message) return fail("no response");
        is_over = message.find("\"id\":3}") != message.npos;
        if (!is_over && message.find("\"id\":2}") == message.npos && i % 5 == 1)
            (void)follows.take(message);
    }
    peer.send(frames::text(made_up::sent("rpc.unsubscribe", R"(["1"])", "4")));
    if (peer.next(message) == client::got::message && message.find("\"id\":4}") == message.npos)
        fail("after the response to rpc.unsubscribe: " + message);
}

// Subscribes until the subscription or the connection ends.
void stay(const string& path, bool is_websocket, std::string_view event, std::atomic<int>& there,
          string& reason) {
    client peer(path, is_websocket);
    const bool is_subscribed = peer.subscribe(event, "[]");
    if (!is_subscribed) fail("cannot subscribe");
    ++there;
    follower follows(event == "lossy");
    string message;
    while (is_subscribed && peer.next(message) == client::got::message)
        if (!follows.take(message)) break;
    reason = follows.reason;
}

// Four threads that publish, from number `first` on.
class publishers {
public:
    publishers(callbox::topic<entry>* own, std::int64_t first) {
        for (std::int64_t p = 0; p < 4; ++p)
            all_.emplace_back([this, own, first, p] {
                for (std::int64_t n = first; !is_over_; ++n) {
                    const entry one{p, n, string(static_cast<std::size_t>(n % 300), 'x')};
                    if (own != nullptr) own->publish(one);
                    global.publish(one);
                    std::this_thread::sleep_for(std::chrono::microseconds(300));
                }
            });
    }
    ~publishers() { end(); }
    void end() {
        is_over_ = true;
        for (std::thread& each : all_) each.join();
        all_.clear();
    }

private:
    std::atomic<bool> is_over_ = false;
    std::vector<std::thread> all_;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return std::puts("usage: events SECONDS SOCKET"), 2;
    const int seconds = std::atoi(argv[1]);
    const string path = argv[2];
    auto own = std::make_unique<state>();
    callbox::options chosen;
    chosen.listen = {"unix:" + path};
    chosen.workers = 4;
    chosen.log_to = [](callbox::log_level, std::string_view) {};
    chosen.limits.subscription_bytes_max = 3'000;
    callbox::server server(methods, *own, chosen);
    if (const string why = server.start(); !why.empty()) return std::puts(why.c_str()), 1;
    std::thread running([&] { (void)server.run(); });

    std::atomic<bool> enough = false;
    std::atomic<unsigned> visits = 0;
    std::vector<std::thread> visitors;
    publishers of_state(&own->entries, 0);
    for (int i = 0; i < 6; ++i)
        visitors.emplace_back([&] {
            while (!enough && !has_failed) visit(path, visits++);
        });
    std::this_thread::sleep_for(std::chrono::seconds(seconds));
    enough = true;
    for (std::thread& each : visitors) each.join();

    // The topic of the state ends while the server serves; those of the other stay.
    std::atomic<int> there = 0;
    std::array<string, 8> reasons;
    std::vector<std::thread> staying;
    for (std::size_t i = 0; i < reasons.size(); ++i)
        staying.emplace_back([&, i] {
            stay(path, i % 2 == 0, i < 4 ? "lossy" : "global", there, reasons[i]);
        });
    while (there != static_cast<int>(reasons.size())) std::this_thread::yield();
    of_state.end();
    publishers others(nullptr, 1'000'000);
    own.reset();
    for (std::size_t i = 0; i < 4; ++i) staying[i].join();
    server.stop();
    running.join();
    for (std::size_t i = 4; i < 8; ++i) staying[i].join();
    others.end();
    for (std::size_t i = 0; i < reasons.size(); ++i)
        if (reasons[i].starts_with(R"("reason":"closed")") != (i < 4))
            fail("the end of " + std::to_string(i) + " is: " + reasons[i]);
    std::printf("%s: events, %u visits, %zu events, %zu missed, %zu ends%s\n",
                has_failed ? "FAILED" : "ok", visits.load(), received.load(), missed.load(),
                ended.load(), has_failed ? (": " + wrong).c_str() : "");
    return !has_failed && visits > 50 && received > 2'000 && ended > 0 && missed > 0 ? 0 : 1;
}
