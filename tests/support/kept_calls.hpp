// Defers slow calls, and answers none until the test says so.
#pragma once

#include "rpc/deferred.hpp"
#include "support/messages.hpp"

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <vector>

namespace made_up {

class kept_calls final : public callbox::rpc::executor {
public:
    struct taken {
        std::string request;
        std::uint32_t timeout_ms;
        bool awaited;
        std::optional<callbox::rpc::kept_caller> who = {};
    };
    std::vector<taken> all;       // the ticket of the first is 1
    std::size_t room = SIZE_MAX;  // how many it takes; then there is no room,
    bool memory = true;           // or no memory

    callbox::rpc::ticket take(callbox::bytes request, const callbox::caller* who,
                              const callbox::row& method, bool awaited) override {
        if (all.size() == room && !memory) throw std::bad_alloc();
        if (all.size() == room) return 0;
        all.push_back({std::string(request.view()), method.timeout_ms, awaited});
        if (who != nullptr) all.back().who.emplace(*who);
        return all.size();
    }
};

}  // namespace made_up
