// Methods that use every part of the registration language, for the tests of rpc.
#pragma once

#include <callbox/dispatch.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace sample {

enum class tone { plain, cheerful };
constexpr auto describe(callbox::as<tone>) {
    using callbox::choice;
    return callbox::choices{choice{tone::plain, "plain"}, choice{tone::cheerful, "cheerful"}};
}

struct counter {
    std::int64_t value = 0;
    int executed = 0;
};

// The methods of methods_api.hpp, which the compiler takes seconds for.
callbox::table table();
std::string answer(counter& state, std::string_view message);

// A type whose codec breaks its promise.
struct silent {};

}  // namespace sample

template <> struct callbox::codec<sample::silent> {
    static constexpr type schema{.form = type_form::any, .name = "silence"};
    static bool read(value, sample::silent&, violations&) { return false; }
};
