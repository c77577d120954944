// Reads the handover from the environment, distributes its sockets and notifies the predecessor.
#include "handover.hpp"

#include "base/retry.hpp"
#include "system/upgrade_helper.hpp"

#include <cassert>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>

namespace callbox::net {

namespace {

bool take_number(std::string_view& text, int& out) {
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (problem != std::errc{} || out < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

bool take_mark(std::string_view& text, char mark) {
    if (!text.starts_with(mark)) return false;
    text.remove_prefix(1);
    return true;
}

bool is_same(const address& a, const address& b) {
    return a.length == b.length && std::memcmp(&a.socket, &b.socket, a.length) == 0;
}

}  // namespace

// handover = pid ":" fd ":" socket *( "," socket ); socket = fd [ "f" ] [ "c" / "a" ]
std::string handover::take() {
    const char* const variable = std::getenv(system::handover_variable);
    if (variable == nullptr) return "";
    const std::string whole(variable);
    (void)::unsetenv(system::handover_variable);
    std::string wrong = std::string(system::handover_variable) + " is wrong: " + whole;
    std::string_view text = whole;
    int process = 0, descriptor = 0;
    if (!take_number(text, process) || !take_mark(text, ':')) return wrong;
    if (process != ::getpid()) return "";
    if (!take_number(text, descriptor) || !take_mark(text, ':')) return wrong;
    if (::fcntl(descriptor, F_SETFD, FD_CLOEXEC) == -1) return wrong;
    ready_ = fd(descriptor);
    do {
        int socket = 0;
        if (!take_number(text, socket)) return wrong;
        std::string problem = sockets_.emplace_back().take_over(socket, take_mark(text, 'f'));
        if (!problem.empty()) return problem;
        if (take_mark(text, 'c')) sockets_.back().serve(listener_role::calls);
        if (take_mark(text, 'a')) sockets_.back().serve(listener_role::admin);
    } while (take_mark(text, ','));
    return text.empty() ? "" : wrong;
}

// Distributes the sockets of each address round-robin, so each has a worker that accepts. Workers
// left without a socket share that of another.
std::string handover::spread(std::size_t workers, std::vector<std::vector<listener>>& out) {
    assert(workers > 0);
    out.resize(workers);
    while (!sockets_.empty()) {
        const address here = sockets_.front().where();
        std::size_t dealt = 0;
        for (std::size_t at = 0; at < sockets_.size();) {
            if (!is_same(sockets_[at].where(), here)) {
                ++at;
                continue;
            }
            out[dealt++ % workers].push_back(std::move(sockets_[at]));
            sockets_.erase(sockets_.begin() + static_cast<std::ptrdiff_t>(at));
        }
        assert(dealt > 0);
        for (const std::size_t own = dealt; dealt < workers; ++dealt) {
            listener l;
            std::string problem = l.open_beside(out[dealt % own].back());
            if (!problem.empty()) return problem;
            l.serve(out[dealt % own].back().serves());
            out[dealt].push_back(std::move(l));
        }
    }
    return "";
}

void handover::done() {
    if (!ready_) return;
    (void)retried([&] { return ::write(ready_.get(), "R", 1); });
    ready_.close();
}

}  // namespace callbox::net
