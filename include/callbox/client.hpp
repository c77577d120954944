// callbox/client.hpp - a client over HTTP or a unix socket, typed by the table. Not part of
// callbox.hpp.
//
//     callbox::client<methods> api("http://127.0.0.1:8080/api", {.timeout_ms = 2'000});
//     callbox::result<std::int64_t> sum = api.call<"math.add">(2, 3);
//     if (!sum && sum.error().code == callbox::transport::timed_out) later();
//     if (auto sent = api.notify<"log.add">("text"); !sent) report(sent.error().message);
//     auto [a, b] = api.batch(api.of<"math.add">(1, 2), api.of<"ping">());  // result<...> each
//
// typed_call.hpp describes call(), notify(), of() and batch(). callbox::test::client (test.hpp) has
// them too.
#pragma once

#include <callbox/connection.hpp>
#include <callbox/typed_call.hpp>

namespace callbox {

// A client of the methods. It connects on the first call and keeps the connection; if the server
// has closed it, the next call reconnects. No call is executed twice: a request is repeated only if
// callbox has refused it (client_options::retries). A call waits for its response, for at most
// timeout_ms. The client creates no threads, raises no SIGPIPE and logs nothing.
//
// Not thread-safe: give each thread its own client. Throws nothing but std::bad_alloc: other errors
// are failures with the server's code, a code of `transport` or not_understood. Requires:
// `Methods`, a constexpr api, is at namespace scope or static. Its functions are not called.
template <const auto& Methods>
class client : public typed_calls<Methods, client<Methods>> {
    using calls = typed_calls<Methods, client>;

public:
    // "http://127.0.0.1:8080/api", "localhost:8080" (then the path is /api), "http://[::1]/api",
    // "unix:/run/x.sock:/api"; for calls over a WebSocket "ws://127.0.0.1:8080/api",
    // "ws+unix:/run/x.sock:/api". If `url` or the token is invalid, each call fails with
    // transport::misused and a message that explains the error.
    explicit client(std::string_view url, client_options options = {})
        : carrier_(url, std::move(options)) {}

    // Subscribes to an event, with the arguments and checks of call(). The payload has the type of
    // its topic, or As. With a ws:// URL it uses HTTP, at the same address.
    template <fixed_string Name, class As = callbox::detail::as_declared, class... A>
    auto subscribe(const A&... arguments) {
        return begin(calls::template event_call<Name, As>(arguments...));
    }

private:
    friend calls;
    // After a response to the wrong request, later ones may be wrong too: reconnects.
    carried carry(std::string_view request) {
        return carrier_.carry(request, calls::went_astray());
    }

    template <class T> subscription<T> begin(const batch_call<T>& call) {
        return subscription<T>(carrier_.subscribe({}, call));
    }

    detail::carrier carrier_;
};

}  // namespace callbox
