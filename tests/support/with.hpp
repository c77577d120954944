// Options that differ from others in one member: with(&options::mount, "/v1", with_tools()).
#pragma once

#include <callbox/options.hpp>

#include <type_traits>
#include <utility>

namespace support {

template <class Value>
callbox::options with(Value callbox::options::*member, std::type_identity_t<Value> value,
                      callbox::options others = {}) {
    others.*member = std::move(value);
    return others;
}
template <class Value>
callbox::options with(Value callbox::limits::*member, std::type_identity_t<Value> value,
                      callbox::options others = {}) {
    others.limits.*member = value;
    return others;
}

}  // namespace support
