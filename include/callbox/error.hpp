// callbox/error.hpp - errors of methods: failure, and result<T>.
#pragma once

#include <callbox/json.hpp>

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

// A value or an error: the return type of a method that may fail.
//
//     callbox::result<double> divide(double a, double b) {
//         if (b == 0) return callbox::failure{1, "division by zero"};
//         return a / b;
//     }
template <class T> class [[nodiscard]] result {
public:
    result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    result(callbox::failure why) : state_(std::in_place_index<1>, std::move(why)) {}

    explicit operator bool() const { return state_.index() == 0; }
    // Requires: it is a value.
    T& operator*() { return *std::get_if<0>(&state_); }
    const T& operator*() const { return *std::get_if<0>(&state_); }
    T* operator->() { return std::get_if<0>(&state_); }
    const T* operator->() const { return std::get_if<0>(&state_); }
    // Requires: it is an error.
    callbox::failure& failure() { return *std::get_if<1>(&state_); }
    const callbox::failure& failure() const { return *std::get_if<1>(&state_); }

private:
    std::variant<T, callbox::failure> state_;
};

// Success or an error. `return {};` means success; the result is null.
template <> class [[nodiscard]] result<void> {
public:
    result() = default;
    result(callbox::failure why) : failure_(std::move(why)) {}

    explicit operator bool() const { return !failure_; }
    // Requires: it is an error.
    callbox::failure& failure() { return *failure_; }
    const callbox::failure& failure() const { return *failure_; }

private:
    std::optional<callbox::failure> failure_;
};

}  // namespace callbox
