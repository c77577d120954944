// callbox/client.hpp - a client of a server, over HTTP or a unix socket, typed by the table. Not in
// callbox.hpp.
//
//     callbox::client<methods> api("http://127.0.0.1:8080/api", {.timeout_ms = 2'000});
//     callbox::result<std::int64_t> sum = api.call<"math.add">(2, 3);
//     if (!sum && sum.failure().code == callbox::transport::timed_out) later();
//     if (auto sent = api.notify<"log.add">("text"); !sent) report(sent.failure().message);
//     auto [a, b] = api.batch(api.of<"math.add">(1, 2), api.of<"ping">());  // result<...> each
//
// typed_call.hpp says what call(), notify(), of() and batch() take and give; a client in a test,
// callbox::test::client (test.hpp), has them too.
#pragma once

#include <callbox/error.hpp>
#include <callbox/typed_call.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace callbox {

// The codes of failures that no server sent: no method of a table may have such a code. After
// timed_out, lost, bad_answer, unavailable and other_status the method may have been called, or may
// be called yet; after the others it is not, if the server is of callbox.
namespace transport {
inline constexpr int cannot_connect = -32300;  // or the name is not in /etc/hosts: no name server
                                               // is asked
inline constexpr int timed_out = -32301;       // no whole answer within timeout_ms
inline constexpr int lost = -32302;            // the connection ended before the answer did
inline constexpr int bad_answer = -32303;      // it is no HTTP, or longer than response_bytes_max
// The server answered with this status in place of a response to the request. The message of the
// failure has the status and what the server says of it. Its data is {"status": 503, "retry_after":
// 1}, with the seconds of Retry-After if the answer has them:
//     (*failure.data)["retry_after"].as<int>()
inline constexpr int unauthorized = -32304;  // 401: no token, or a wrong one
inline constexpr int forbidden = -32305;     // 403
inline constexpr int too_large = -32306;     // 413: the request is longer than the server reads
inline constexpr int unavailable = -32307;   // 503: later perhaps
inline constexpr int other_status = -32308;  // any other that is not 2xx
inline constexpr int misused = -32309;       // the URL or the token is none: nothing was sent
}  // namespace transport

struct client_options {
    std::string token = {};                      // sent with each request; empty: none
    std::uint32_t timeout_ms = 30'000;           // of a call or a batch, connecting included
    std::size_t response_bytes_max = 16u << 20;  // of an answer's body
};

namespace detail {

// Sends requests to one URL and receives what is answered.
class carrier {
public:
    carrier(std::string_view url, client_options how);
    carrier(const carrier&) = delete;
    carrier& operator=(const carrier&) = delete;
    ~carrier();

    // Gives the body of the answer, which lives until the next carry(); empty: the request was
    // taken and has no response. `afresh`: on a new connection.
    carried carry(std::string_view request, bool afresh);

private:
    struct parts;
    std::unique_ptr<parts> parts_;
};

}  // namespace detail

// A client of the methods. It connects with the first call and keeps the connection; if the server
// has closed it since, the next call makes another. No call is sent twice. A call waits for its
// answer, timeout_ms at most. It makes no thread, no signal (SIGPIPE) and no lines in a log.
//
// For one thread at a time: give each thread a client of its own. Throws nothing but
// std::bad_alloc: what goes wrong is a failure with a code of `transport` or not_understood.
// Requires: `Methods`, a constexpr api, is at namespace scope or static. Its functions are not
// called here.
template <const auto& Methods>
class client : public typed_calls<Methods, client<Methods>> {
    using calls = typed_calls<Methods, client>;

public:
    // "http://127.0.0.1:8080/api", "localhost:8080" (then the path is /api), "http://[::1]/api",
    // "unix:/run/x.sock:/api". If `url` or the token is wrong, each call fails with
    // transport::misused, and says why.
    explicit client(std::string_view url, client_options how = {})
        : carrier_(url, std::move(how)) {}

private:
    friend calls;
    // Where a response was to another request, those that follow may be too.
    carried carry(std::string_view request) {
        return carrier_.carry(request, calls::went_astray());
    }

    detail::carrier carrier_;
};

}  // namespace callbox
