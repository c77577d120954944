// Support for hooks around functions. Not linked into programs without hooks.
#include <callbox/hooks.hpp>

#include "base/ticks.hpp"
#include "respond.hpp"

namespace callbox::detail {

outcome fail_as_declared(call& c, std::size_t error) {
    const declared_error& declared = c.unbound->methods->all_errors_of(*c.unbound->method)[error];
    c.failure->emplace(callbox::failure{declared.code, std::string(declared.message)});
    return outcome::failed;
}

seen_call seen_before(const call& c) {
    seen_call seen = seen_after(c);
    if (c.unbound->params != nullptr) seen.params = value(*c.text, *c.unbound->params).token();
    return seen;
}

watch::watch(const call& c) : call_(c), size_(c.out->into().size()), began_(ticks_now()) {}

// Mirrors the response of rpc/dispatch.
seen_end watch::ended(outcome what) const {
    using rpc::code;
    const bytes& answer = call_.out->into();
    if (what == outcome::refused)
        return ended_with(call_.bad->empty() ? code::internal_error : code::invalid_params);
    if (what == outcome::failed) {
        const int returned = (*call_.failure)->code;
        return ended_with(is_reserved(returned) ? code::internal_error : returned);
    }
    if (answer.starved()) return ended_with(code::internal_error);
    if (answer.overflowed()) return ended_with(code::response_too_large);
    if (call_.out->misuse_at_end() != writer::misuse::none)
        return ended_with(code::internal_error);
    seen_end success = ended_with(std::nullopt);
    success.result_bytes = answer.size() - size_;
    return success;
}

seen_end watch::threw() const { return ended_with(rpc::code::internal_error); }

seen_end watch::ended_with(std::optional<int> error_code) const {
    const double seconds = seconds_of(ticks_between(began_, ticks_now()));
    return {.error_code = error_code,
            .result_bytes = 0,
            .took = std::chrono::nanoseconds(static_cast<std::int64_t>(seconds * 1e9))};
}

}  // namespace callbox::detail
