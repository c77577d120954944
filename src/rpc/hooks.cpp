// Support for hooks around functions. Not linked into programs without hooks.
#include <callbox/hooks.hpp>

#include "base/ticks.hpp"
#include "respond.hpp"

namespace callbox::detail {

namespace {

// The code of the error response of rpc/dispatch.
std::optional<int> code_of(const call& c, std::optional<outcome> what) {
    using rpc::code;
    if (what == outcome::refused && !c.bad->empty()) return code::invalid_params;
    if (what == outcome::failed && !is_reserved((*c.failure)->code)) return (*c.failure)->code;
    if (what == outcome::waits) return std::nullopt;
    if (what != outcome::answered || c.out->into().starved()) return code::internal_error;
    if (c.out->into().overflowed()) return code::response_too_large;
    if (c.out->misuse_at_end() != writer::misuse::none) return code::internal_error;
    return std::nullopt;
}

}  // namespace

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

seen_end watch::ended(std::optional<outcome> what) const {
    const std::optional<int> code = code_of(call_, what);
    const double seconds = seconds_of(ticks_between(began_, ticks_now()));
    return {.error_code = code,
            .result_bytes = code ? 0 : call_.out->into().size() - size_,
            .took = std::chrono::nanoseconds(static_cast<std::int64_t>(seconds * 1e9))};
}

}  // namespace callbox::detail
