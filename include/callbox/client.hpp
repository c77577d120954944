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

#include <callbox/connection.hpp>
#include <callbox/typed_call.hpp>

#include <string_view>
#include <utility>

namespace callbox {

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
