// Members of JSON objects, each with its name; several texts, and the text that was written.
#pragma once

#include <callbox/codec.hpp>

namespace callbox::rpc {

inline void write_member(writer& to, std::string_view name, std::string_view text) {
    to.key(name);
    to.string(text);
}

void write_member(writer& to, std::string_view name, std::integral auto v) {
    to.key(name);
    codec<decltype(v)>::write(to, v);
}

// Requires: JSON.
inline void write_json(writer& to, std::string_view name, std::string_view text) {
    to.key(name);
    to.json(text);
}

inline void begin_object(writer& to, std::string_view name) {
    to.key(name);
    to.begin_object();
}

inline void begin_array(writer& to, std::string_view name) {
    to.key(name);
    to.begin_array();
}

// An array of strings.
inline void write_member(writer& to, std::string_view name,
                         std::span<const std::string_view> texts) {
    begin_array(to, name);
    for (const std::string_view each : texts) to.string(each);
    to.end_array();
}

// The first member with that name, if it is of that kind.
inline std::optional<value> find(value object, std::string_view name, kind wanted) {
    const std::optional<value> found = object.find(name);
    return found && found->is(wanted) ? found : std::nullopt;
}

// Appends the texts in order.
inline void append(bytes& out, std::initializer_list<std::string_view> texts) {
    for (const std::string_view each : texts) out.append(each);
}

// The text. Throws std::bad_alloc if it is truncated.
inline std::string_view whole(const bytes& text) {
    if (text.overflowed()) throw std::bad_alloc();
    return text.view();
}

}  // namespace callbox::rpc
