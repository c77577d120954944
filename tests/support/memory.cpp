// Gives a client's bytes to server/connection, and takes the server's bytes from it.
#include "memory.hpp"

#include "app/methods.hpp"
#include "cli/options.hpp"

#include <algorithm>
#include <cstring>

namespace wire {

using callbox::net::phase;

namespace {
const callbox::table methods(demo::methods);
}

memory_server::memory_server(const std::vector<std::string>& options) {
    std::vector<const char*> words;
    for (const std::string& word : options) words.push_back(word.c_str());
    const char* const no_environment = nullptr;
    const auto read = callbox::cli::read_options(words, &no_environment, mistake);
    if (!read) return;
    options_ = *read;
    options_.info = {.title = "callbox example", .version = "1.0.0"};  // as app/main.cpp says
    site_ = std::make_unique<callbox::site::site>(methods, nullptr, options_, true, log_,
                                                  nullptr, &metrics_);
    site_->add_to(metrics_);
    traffic_.add_to(metrics_);
    common_ = std::make_unique<callbox::net::shared_state>(*site_, options_.limits);
    common_->date = "Sun, 06 Nov 1994 08:49:37 GMT";
}

memory_peer::memory_peer(memory_server& server)
    : server_(&server), connection_(server.common()) {
    connection_.open(now_);
}

void memory_peer::send(std::string_view bytes) {
    while (!bytes.empty() && connection_.current() != phase::closed) {
        const std::span<char> to = connection_.room(now_);
        if (to.empty()) return;
        const std::size_t count = std::min(bytes.size(), to.size());
        std::memcpy(to.data(), bytes.data(), count);
        bytes.remove_prefix(count);
        server_->common().more_arrived = count == to.size();
        connection_.received(count, now_);
        settle();
    }
}

void memory_peer::end() {
    if (connection_.current() == phase::closed) return;
    connection_.ended(now_);
    settle();
}

// Deadlines come when they are due, not when the wait is over.
void memory_peer::wait(int ms) {
    const callbox::time_ms until = now_ + ms;
    while (connection_.current() != phase::closed && connection_.deadline() <= until) {
        now_ = std::max(now_, connection_.deadline());
        connection_.expired(now_);
        settle();
    }
    now_ = until;
}

peer::arrival memory_peer::receive(std::string& out) {
    if (!sent_.empty()) {
        out += sent_;
        sent_.clear();
        return arrival::bytes;
    }
    // While it lingers it has shut its sending side: to the client that is the end.
    const phase now = connection_.current();
    return now == phase::closed || now == phase::lingering ? arrival::closed : arrival::quiet;
}

// Takes the connection's output and runs it, until it waits for the client.
void memory_peer::settle() {
    for (;;) {
        if (connection_.current() == phase::writing) {
            const std::string_view out = connection_.unsent();
            sent_ += out;
            connection_.sent(out.size(), now_);
        } else if (connection_.runnable()) {
            connection_.run(now_);
        } else {
            return;
        }
    }
}

}  // namespace wire
