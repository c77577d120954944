// Traffic of well-behaved and misbehaving clients; each kind checks all answers.
#pragma once

#include "talk.hpp"

#include <atomic>
#include <cstddef>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace soak {

// Errors found by all clients.
class findings {
public:
    // Prints the first few.
    void expect(bool holds, std::string_view kind, std::string_view got);
    std::size_t count() const { return count_; }

private:
    std::mutex mutex_;
    std::atomic<std::size_t> count_ = 0;
};

struct client {
    const std::vector<std::string>& addresses;
    dice& chance;
    findings& found;
    const char* kind;

    void expect(bool holds, std::string_view got = "") const { found.expect(holds, kind, got); }
    // Expects that the next answer over `over` is a 200 with that body.
    void expect_answer(talk& over, const std::string& body, std::size_t piece = 65536,
                       unsigned pause_us = 0) const;
    talk connect() const { return talk(addresses[chance.roll(addresses.size())]); }
};

// One or more conversations that take at most a second.
struct kind_of_traffic {
    const char* name;
    void (*one)(const client&);
};
extern const std::span<const kind_of_traffic> traffic;

}  // namespace soak
