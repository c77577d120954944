// callbox/error.hpp - errors of methods: failure, and result<T>.
#pragma once

#include <callbox/json.hpp>

#include <stdexcept>
#include <variant>

namespace callbox {

// Whether JSON-RPC reserves the code: a method must not return it.
constexpr bool is_reserved(int code) { return code >= -32768 && code <= -32000; }

// The error object of JSON-RPC 2.0, 5.1. The codes -32768 to -32000 are reserved: if a method
// returns one, the response is error -32603 instead, and the error is logged.
struct failure {
    int code;
    std::string message;                 // one sentence for people, UTF-8
    std::optional<json> data = {};       // details for programs
    // Set by clients if the server did not send the failure; the code is then one of `transport`
    // (connection.hpp) or not_understood. A server may send the same codes.
    bool is_local = false;
};

// The exception of result::value() for an error.
struct bad_result : std::runtime_error {
    callbox::failure why;
    explicit bad_result(callbox::failure from)
        : std::runtime_error(from.message), why(std::move(from)) {}
};

template <class T> class result;

namespace detail {
template <class T> inline constexpr bool is_result = false;
template <class T> inline constexpr bool is_result<result<T>> = true;

// Values that convert to a T; arithmetic ones are left to the compiler, which warns of narrowing.
template <class From, class T>
concept value_for = !std::is_arithmetic_v<T> && !std::is_void_v<T> &&
    !std::same_as<From, failure> && !is_result<From> && std::convertible_to<From, T>;
}

// A value or an error: the return type of a method that may fail. result<void> is success, with the
// result null, or an error.
//
//     callbox::result<double> divide(double a, double b) {
//         if (b == 0) return callbox::failure{1, "division by zero"};
//         return a / b;
//     }
//
// It is implicitly made from a failure, from a T, and from what converts to one: return "text" or
// return std::nullopt. `return {};` is success with a T().
template <class T> class [[nodiscard]] result {
    static constexpr bool is_void = std::is_void_v<T>;
    using stored = std::conditional_t<is_void, std::monostate, T>;
    using reference = std::add_lvalue_reference_t<T>;
    using const_reference = std::add_lvalue_reference_t<const T>;

public:
    using value_type = T;

    result() requires std::default_initializable<stored> = default;
    result(stored value) : state_(std::in_place_index<0>, std::move(value)) {}
    template <class From> requires detail::value_for<std::remove_cvref_t<From>, T>
    // NOLINTNEXTLINE(bugprone-forwarding-reference-overload): From is never a result
    result(From&& value) : state_(std::in_place_index<0>, std::forward<From>(value)) {}
    result(callbox::failure why) : state_(std::in_place_index<1>, std::move(why)) {}

    bool has_value() const { return state_.index() == 0; }
    explicit operator bool() const { return has_value(); }
    // Requires: it is a value.
    reference operator*() {
        if constexpr (!is_void) return *std::get_if<0>(&state_);
    }
    const_reference operator*() const {
        if constexpr (!is_void) return *std::get_if<0>(&state_);
    }
    stored* operator->() { return std::get_if<0>(&state_); }
    const stored* operator->() const { return std::get_if<0>(&state_); }
    // Throws a bad_result if it is an error.
    reference value() {
        if (!has_value()) throw bad_result(error());
        return **this;
    }
    const_reference value() const {
        if (!has_value()) throw bad_result(error());
        return **this;
    }
    // The value, or `other` in place of an error.
    template <class Other> T value_or(Other&& other) const& {
        return has_value() ? **this : static_cast<T>(std::forward<Other>(other));
    }
    template <class Other> T value_or(Other&& other) && {
        return has_value() ? std::move(**this) : static_cast<T>(std::forward<Other>(other));
    }
    // Requires: it is an error.
    callbox::failure& error() { return *std::get_if<1>(&state_); }
    const callbox::failure& error() const { return *std::get_if<1>(&state_); }

    // What next(value) returns, a result too, or the error.
    template <class Next> auto and_then(Next&& next) const& { return chain<false>(*this, next); }
    template <class Next> auto and_then(Next&& next) && {
        return chain<false>(std::move(*this), next);
    }
    // A result of what next(value) returns, or the error.
    template <class Next> auto transform(Next&& next) const& { return chain<true>(*this, next); }
    template <class Next> auto transform(Next&& next) && {
        return chain<true>(std::move(*this), next);
    }

private:
    template <bool Wraps, class Self, class Next> static auto chain(Self&& self, Next& next) {
        const auto call = [&] {
            if constexpr (is_void) return next();
            else if constexpr (std::is_lvalue_reference_v<Self>) return next(*self);
            else return next(std::move(*self));
        };
        using returned = decltype(call());
        using made = std::conditional_t<Wraps, result<returned>, returned>;
        if (!self.has_value()) return made(self.error());
        if constexpr (Wraps && std::is_void_v<returned>) return call(), made();
        else return made(call());
    }

    std::variant<stored, callbox::failure> state_;
};

}  // namespace callbox
