// The methods and events of the simulated server, which reports its calls.
#pragma once

#include "publications.hpp"

#include "app/methods.hpp"

#include <callbox/callbox.hpp>
#include <callbox/later.hpp>

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
    // The call of an event is about to subscribe.
    virtual void subscribes(std::string_view params) = 0;
    // Answers in another turn.
    virtual void keeps(std::int64_t token, callbox::later<std::int64_t>& done, bool is_timed) = 0;
    virtual void publishes(std::size_t topic, std::int64_t key, std::size_t size) = 0;
};

inline std::size_t texts_written = 0;  // as JSON, since the last publication

struct counted_text {
    std::string text;
};

}  // namespace simulate

template <> struct callbox::codec<simulate::counted_text> {
    static constexpr const type& schema = codec<std::string>::schema;
    static void write(writer& to, const simulate::counted_text& from) {
        ++simulate::texts_written;
        to.string(from.text);
    }
};

namespace simulate {

struct change {
    std::int64_t number;
    std::int64_t key;
    counted_text text;
};
constexpr auto describe(callbox::as<change>) {
    return callbox::fields{callbox::field("number", &change::number),
                           callbox::field("key", &change::key),
                           callbox::field("text", &change::text)};
}
// The state of the methods.
struct state {
    explicit state(counter* to_) : to(to_) {}

    counter* to;
    callbox::topic<change> first, second;
};

constexpr std::chrono::milliseconds later_timeout(50);

inline std::int64_t mark(state& s, std::int64_t token) {
    s.to->executed(token);
    return token;
}
template <bool IsTimed>
void keep(state& s, std::int64_t token, callbox::later<std::int64_t> done) {
    s.to->executed(token);
    s.to->keeps(token, done, IsTimed);
}
inline std::string echo(state& s, std::int64_t token, std::string_view text) {
    s.to->executed(token);
    return std::string(text);
}
inline callbox::result<std::int64_t> fail(state& s, std::int64_t token) {
    s.to->executed(token);
    return callbox::failure{7, std::to_string(token)};
}
inline std::int64_t throw_(state& s, std::int64_t token) {
    s.to->executed(token);
    throw std::runtime_error("on purpose");
}
inline std::string big(state& s, std::int64_t token, std::uint32_t size) {
    s.to->executed(token);
    return std::string(size, 'b');
}
inline std::int64_t publish(state& s, std::int64_t token, std::uint32_t topic, std::int64_t key,
                            std::uint32_t count, std::uint32_t size) {
    s.to->executed(token);
    for (std::uint32_t i = 0; i < count; ++i) s.to->publishes(topic, key, size);
    return token;
}
inline bool is_of(const change& c, std::int64_t, std::int64_t key) {
    const taken_by_filter taken = filtered(key, c.key);
    if (taken == taken_by_filter::throws) throw std::runtime_error("on purpose");
    return taken == taken_by_filter::yes;
}
inline callbox::result<void> subscribes(state& s, const callbox::seen_call& call) {
    s.to->subscribes(call.params);
    return {};
}

// In the order of event_rows.
inline constexpr callbox::api events{
    callbox::event<"sim.ends", &state::first, is_of>("Ends.", "token", "key"),
    callbox::event<"secret.newest", &state::first, is_of>("The newest.", "token", "key",
                                                          callbox::when_full::latest),
    callbox::event<"sim.drops", &state::second, is_of>("Drops.", "token", "key",
                                                       callbox::when_full::drop_oldest),
    callbox::event<"secret.numbered", &state::second, is_of>("Numbered.", "token", "key",
                                                             callbox::when_full::drop_oldest,
                                                             callbox::keeps(kept)),
};
inline constexpr callbox::api methods = demo::methods + callbox::api{
    callbox::thread_safe,
    callbox::event<"sim.kept", &state::second>("Retains events.", callbox::keeps(kept)),
    callbox::method<"sim.mark", mark>("Returns the token.", "token"),
    callbox::method<"sim.echo", echo>("Returns the text.", "token", "text"),
    callbox::method<"sim.fail", fail>("Fails.", "token"),
    callbox::method<"sim.throw", throw_>("Throws.", "token"),
    callbox::method<"sim.big", big>("A long text.", "token", "size"),
    callbox::method<"sim.slow", mark>("Slowly.", "token", callbox::blocking),
    callbox::method<"sim.late", mark>("Sometimes too late.", "token", callbox::blocking,
                                      callbox::timeout(std::chrono::milliseconds(50))),
    callbox::method<"sim.later", &keep<false>>("Answers later.", "token"),
    callbox::method<"sim.later_late", &keep<true>>("Sometimes too late.", "token",
                                                   callbox::timeout(later_timeout)),
    callbox::method<"sim.publish", publish>("Publishes.", "token", "topic", "key", "count",
                                            "size"),
    callbox::method<"sim.publish_slowly", publish>("On a thread.", "token", "topic", "key",
                                                   "count", "size", callbox::blocking),
} + callbox::with<events>(callbox::before<subscribes>);

}  // namespace simulate
