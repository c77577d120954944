// Sends requests without a pause, and counts those that were answered and those that were lost.
#include "load.hpp"

#include "messages.hpp"

#include <chrono>

namespace wire {

exchange call_of(std::string_view method, std::string_view params, std::string_view got) {
    return {made_up::posted(made_up::sent(method, params)), std::string(got) + R"(,"id":1})"};
}

load::load(const program& to, std::vector<exchange> requests, std::size_t kept, std::size_t fresh)
    : to_(&to), requests_(std::move(requests)) {
    for (std::size_t i = 0; i < kept + fresh; ++i)
        clients_.emplace_back([this, keep = i < kept] { work(keep); });
}

load::~load() { (void)end(); }

// A busy kernel delivers a moment later.
void load::last_call() {
    last_call_ = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

std::string load::end() {
    last_call_ = true;
    for (std::thread& client : clients_) client.join();
    clients_.clear();
    if (lost_ == 0) return "";
    return std::to_string(lost_) + " requests were sent in time and not answered, " +
           std::to_string(answered_) + " were";
}

void load::work(bool keep) {
    socket_peer kept(keep ? to_->connect() : callbox::fd());
    for (std::size_t i = 0;; ++i) {
        if (!keep) kept = socket_peer(to_->connect());
        const after then = ask(kept, requests_[i % requests_.size()]);
        if (then == after::end || (then == after::reconnect && last_call_)) return;
        if (then == after::reconnect) kept = socket_peer(to_->connect());
    }
}

// Only a request that the program has not taken by the last call may be lost: it was sent too late.
load::after load::ask(socket_peer& server, const exchange& what) {
    server.send(what.sent);
    const bool in_time = !last_call_;
    std::string got;
    while (got.find(what.got) == std::string::npos) {
        if (server.receive(got) == peer::arrival::bytes) continue;
        if (in_time) ++lost_;
        return after::end;
    }
    ++answered_;
    const bool closes = got.find("Connection: close") != std::string::npos;
    return closes ? after::reconnect : after::go_on;
}

}  // namespace wire
