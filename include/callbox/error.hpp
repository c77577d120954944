// callbox/error.hpp - what a method answers when it fails.
#pragma once

#include <callbox/json.hpp>

#include <optional>
#include <string>
#include <variant>

namespace callbox {

// Whether the protocol reserves a code, so that no method may answer with it.
constexpr bool is_reserved(int code) { return code >= -32768 && code <= -32000; }

// The error object of JSON-RPC 2.0, 5.1. The protocol reserves the codes -32768 to -32000: if a
// method returns one of them, the answer is -32603 instead, and the log says so.
struct failure {
    int code;
    std::string message;                 // one sentence for a person, UTF-8
    std::optional<json> data = {};       // more, for programs
    // Set by clients: no server sent it, and the code is one of `transport` (connection.hpp), or
    // not_understood. A server may send the same codes.
    bool is_local = false;
};

// A value, or an error in its place: what a method that may fail returns.
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

// Success, or an error: `return {};` means success, and the answer is null.
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
