// Members of JSON objects, each with its name.
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

inline void begin_object(writer& to, std::string_view name) {
    to.key(name);
    to.begin_object();
}

inline void begin_array(writer& to, std::string_view name) {
    to.key(name);
    to.begin_array();
}

}  // namespace callbox::rpc
