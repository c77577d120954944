// Clients that call math.add over WebSockets without a pause.
#pragma once

#include "client/dial.hpp"
#include "messages.hpp"

#include <atomic>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace support {

// Each client is a thread and opens another WebSocket when the server has closed its own. A call is
// repeated only if it has no response because of a close frame with `code`. Any other end without a
// response, and any other response, is an error.
class websocket_load {
public:
    // `url`: of an endpoint, for example "ws://127.0.0.1:8080/api".
    websocket_load(const std::string& url, int code)
        : stopped_("the server closed the WebSocket with code " + std::to_string(code)),
          wrong_(callbox::net::parse_endpoint(url, to_)) {
        if (!wrong_.empty()) return;
        for (int i = 0; i < 4; ++i) all_.emplace_back([this, i] { work(i); });
    }
    ~websocket_load() { end(); }
    websocket_load(const websocket_load&) = delete;
    websocket_load& operator=(const websocket_load&) = delete;

    void end() {
        ends_ = true;
        for (std::thread& each : all_) each.join();
        all_.clear();
    }

    // After end():
    const std::vector<std::string>& answered() const { return answered_; }  // unique ids
    std::size_t repeated() const { return repeated_; }
    const std::string& wrong() const { return wrong_; }  // the last error

private:
    void work(int number) {
        callbox::net::client one(to_, 0);
        for (int i = 0; !ends_; ++i) {
            const std::string id = std::to_string(number * 100'000'000 + i);
            const std::string params = "[" + std::to_string(number) + "," + std::to_string(i) + "]";
            callbox::net::response_parser response;
            const auto any_message = [](std::string_view) { return true; };
            one.set_deadline(callbox::now_ms() + 30'000);
            const std::string problem =
                one.exchange(made_up::sent("math.add", params, id), true, any_message, response);
            const std::string got(response.body().begin(), response.body().end());
            const std::lock_guard held(mutex_);
            if (problem == stopped_) {
                ++repeated_, --i;
            } else if (problem.empty() &&
                       got == made_up::answered(std::to_string(number + i), id)) {
                answered_.push_back(id);
            } else {
                wrong_ = "call " + id + ": " + (problem.empty() ? got : problem);
                return;
            }
        }
    }

    callbox::net::url to_;
    const std::string stopped_;
    std::atomic<bool> ends_ = false;
    std::mutex mutex_;
    std::vector<std::string> answered_;  // until end() guarded by mutex_, like those below
    std::size_t repeated_ = 0;
    std::string wrong_;
    std::vector<std::thread> all_;
};

}  // namespace support
