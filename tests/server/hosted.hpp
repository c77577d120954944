// callbox::server in the test's own process: a thread that runs it, and calls that it answers.
#pragma once

#include "base/clock.hpp"
#include "client/dial.hpp"
#include "client/url.hpp"
#include "support/messages.hpp"
#include "support/until.hpp"
#include "support/with.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <atomic>
#include <chrono>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace hosted {

using namespace std::chrono_literals;
using support::until, support::with;

inline callbox::options at(std::string address = "127.0.0.1:0") {
    callbox::options how;
    how.listen = {std::move(address)};
    how.limits.drain_timeout_ms = 4'000;
    how.limits.linger_timeout_ms = 50;
    return how;
}

// The body of the answer to a request; "no answer: ..." if there is none.
inline std::string asked(const std::string& url, std::string_view verb, std::string_view body,
                         std::string token = "") {
    callbox::net::url to;
    std::string why = callbox::net::parse(url, to);
    callbox::net::client client(std::move(to), callbox::now_ms() + 8'000, std::move(token));
    callbox::net::response_parser came;
    if (why.empty()) why = client.ask(verb, body, came);
    return why.empty() ? std::string(came.body().begin(), came.body().end()) : "no answer: " + why;
}
inline std::string ask(const std::string& address, std::string_view method,
                       std::string_view params = "[]", std::string token = "") {
    const bool is_path = address.starts_with("unix:");
    return asked(is_path ? address + ":/api" : address, "POST", made_up::sent(method, params),
                 std::move(token));
}
inline std::string got(const std::string& url) { return asked(url, "GET", ""); }
inline std::string result(std::string_view value) { return made_up::answered(value); }
inline bool is_refused(const std::string& answer) { return answer.starts_with("no answer: "); }

// Starts a server and runs it on a thread; stops it at its end.
class running {
public:
    explicit running(callbox::server& server) : server_(&server) {
        const std::string why = server.start();
        cr_assert(why.empty(), "%s", why.c_str());
        where = server.addresses();
        thread_ = std::thread([this] {
            said = server_->run();
            has_ended = true;
        });
    }
    running(const running&) = delete;
    running& operator=(const running&) = delete;
    ~running() {
        if (!has_ended) server_->stop();
        end();
    }
    void end() {
        if (thread_.joinable()) thread_.join();
    }

    std::vector<std::string> where;
    std::string said;  // once it has ended
    std::atomic<bool> has_ended = false;

private:
    callbox::server* server_;
    std::thread thread_;
};

}  // namespace hosted
