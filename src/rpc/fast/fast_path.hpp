// Answers messages that are like earlier ones without parsing them.
#pragma once

#include "known_requests.hpp"
#include "rpc/call_runner.hpp"
#include "rpc/view.hpp"

#include <callbox/bytes.hpp>
#include <callbox/json.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace callbox::rpc::fast {

class fast_path {
public:
    // A hit: the whole message is answered. A miss: the first `answered` requests of it are, since
    // the one behind them has invalid arguments, which the parsed message explains.
    struct result {
        bool is_hit = false;
        std::uint32_t answered = 0;
        std::optional<int> error_code = {};  // of a single request
    };

    explicit fast_path(const limits& bounds) : known_(bounds) {}

    // From now on all is a miss.
    void disable() { is_on_ = false; }

    // Answers the message if all its requests are known, and their methods visible for `sees`.
    // Misses all messages while calls are logged: the log needs the parsed message.
    result answer(std::span<char> message, document& text, call_runner& runner, const view* sees,
                  bytes& out);

    // Tells of a call that was answered, after a miss. See known_requests::learn().
    void learn(value message, const row& method, std::span<const param> params,
               const given_nodes& given, std::string_view id) {
        if (known_.is_learning()) [[unlikely]] known_.learn(message, method, params, given, id);
    }

private:
    known_requests known_;
    bool is_on_ = true;
};

}  // namespace callbox::rpc::fast
