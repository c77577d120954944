// A server that answers what it was told to answer, whatever it is asked.
#pragma once

#include "base/fd.hpp"
#include "server/listener.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

// To one request. Without bytes: reads on until the client goes.
struct scripted {
    std::string bytes;
    bool closes = false;
};

[[maybe_unused]] std::string answer_of(std::string_view body, std::string_view status = "200 OK") {
    return "HTTP/1.1 " + std::string(status) + "\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

[[maybe_unused]] std::string body_of(const std::string& request) {
    return request.substr(request.find("\r\n\r\n") + 4);
}

class scripted_server {
public:
    explicit scripted_server(std::vector<scripted> script, std::string_view at = "127.0.0.1:0")
        : script_(std::move(script)) {
        if (!listener_.open(at).empty()) std::abort();
        thread_ = std::thread([this] { serve(); });
    }
    scripted_server(const scripted_server&) = delete;
    scripted_server& operator=(const scripted_server&) = delete;
    ~scripted_server() {
        (void)::shutdown(listener_.get(), SHUT_RDWR);  // nobody comes any more
        end();
    }

    // "127.0.0.1:40000"
    std::string where() const { return callbox::net::text_of(listener_.where()); }
    // What was received, whole requests. Waits for the end of the script.
    const std::vector<std::string>& requests() {
        end();
        return requests_;
    }
    std::size_t connections() const { return connections_; }

private:
    void end() {
        if (thread_.joinable()) thread_.join();
    }

    // Gives up when no bytes come, or no client; the first may be a program that starts.
    static bool readable(int socket, int wait_ms = 3'000) {
        pollfd one{socket, POLLIN, 0};
        return ::poll(&one, 1, wait_ms) == 1;
    }

    void serve() {
        callbox::fd client;
        for (const scripted& step : script_) {
            std::string request;
            while (!receive(client, request)) {
                if (!readable(listener_.get(), connections_ == 0 ? 60'000 : 3'000)) return;
                client = callbox::fd(::accept(listener_.get(), nullptr, nullptr));
                if (!client) return;
                ++connections_;
            }
            requests_.push_back(request);
            (void)::send(client.get(), step.bytes.data(), step.bytes.size(), MSG_NOSIGNAL);
            while (step.bytes.empty() && !step.closes && receive(client, request)) {}
            if (step.closes) client.close();
        }
    }

    // One request; false at the end of the connection.
    static bool receive(const callbox::fd& client, std::string& request) {
        std::array<char, 4096> some;
        request.clear();
        for (;;) {
            const std::size_t end = request.find("\r\n\r\n");
            const std::size_t length = request.find("Content-Length: ");
            const auto body = length == std::string::npos
                                  ? 0ul : std::strtoul(request.c_str() + length + 16, nullptr, 10);
            if (end != std::string::npos && request.size() >= end + 4 + body) return true;
            if (!client || !readable(client.get())) return false;
            const ssize_t got = ::recv(client.get(), some.data(), some.size(), 0);
            if (got <= 0) return false;
            request.append(some.data(), static_cast<std::size_t>(got));
        }
    }

    std::vector<scripted> script_;
    std::vector<std::string> requests_;
    std::size_t connections_ = 0;
    callbox::net::listener listener_;
    std::thread thread_;
};

}  // namespace
