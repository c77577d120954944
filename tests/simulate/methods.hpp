// The methods of the simulated server, which report their calls.
#pragma once

#include "app/methods.hpp"

#include <callbox/callbox.hpp>

#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace simulate {

// Receives the calls.
struct counter {
    virtual ~counter() = default;
    virtual void executed(std::int64_t token) = 0;
};

inline std::int64_t mark(counter& to, std::int64_t token) {
    to.executed(token);
    return token;
}
inline std::string echo(counter& to, std::int64_t token, std::string_view text) {
    to.executed(token);
    return std::string(text);
}
inline callbox::result<std::int64_t> fail(counter& to, std::int64_t token) {
    to.executed(token);
    return callbox::failure{7, std::to_string(token)};
}
inline std::int64_t throw_(counter& to, std::int64_t token) {
    to.executed(token);
    throw std::runtime_error("on purpose");
}
inline std::string big(counter& to, std::int64_t token, std::uint32_t size) {
    to.executed(token);
    return std::string(size, 'b');
}

inline constexpr callbox::api methods = demo::methods + callbox::api{
    callbox::method<"sim.mark", mark>("Returns the token.", "token"),
    callbox::method<"sim.echo", echo>("Returns the text.", "token", "text"),
    callbox::method<"sim.fail", fail>("Fails.", "token"),
    callbox::method<"sim.throw", throw_>("Throws.", "token"),
    callbox::method<"sim.big", big>("A long text.", "token", "size"),
    callbox::method<"sim.slow", mark>("Slowly.", "token", callbox::blocking),
    callbox::method<"sim.late", mark>("Sometimes too late.", "token", callbox::blocking,
                                      callbox::timeout(std::chrono::milliseconds(50))),
};

}  // namespace simulate
