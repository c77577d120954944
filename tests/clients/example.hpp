// A client of "callbox example" 1.0.0, contract 696770b9c030ac499fcf2a14ed3853f8. Made by
// callbox-openrpc 0.1.0: make it again, do not edit it.
//
//     callbox_example::Client api("http://127.0.0.1:8080/api");
//
// A function gives a callbox::result: its value, or a failure. connection.hpp says which, and
// what holds for threads and waits. `api.notify` has the same functions for notifications, and
// `api.of` for calls of a batch: auto [a, b] = api.batch(api.of.x(), api.of.y());
#pragma once

#include <callbox/connection.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

namespace callbox_example {

// The arguments by name of math.mul.
struct MathMulNamed {
    std::int64_t a;
    std::int64_t b;
};

// The errors of math.add, as codes of a failure.
struct MathAddError {
    static constexpr int the_sum_does_not_fit_64_bits = 1;
};

// The errors of math.mul, as codes of a failure.
struct MathMulError {
    static constexpr int the_product_does_not_fit_64_bits = 1;
};

// The errors of math.sub, as codes of a failure.
struct MathSubError {
    static constexpr int the_difference_does_not_fit_64_bits = 1;
};

// The methods; what becomes of a call is up to `Send`.
template <class Send> class Calls {
public:
    template <class R> using answer = typename Send::template answer<R>;

    explicit Calls(callbox::connection& by) : greeting{by}, math{by}, send_{by} {}

    // Answers "pong".
    answer<std::string> ping() {
        return send_(callbox::as<std::string>(), {"ping"});
    }

    class GreetingMethods {
    public:
        explicit GreetingMethods(callbox::connection& by) : send_{by} {}

        // Greets somebody by name.
        // `name`: whom to greet
        answer<std::string> hello(std::string_view name) {
            return send_(
                callbox::as<std::string>(), {"greeting.hello"}, callbox::given("name", name));
        }

    private:
        Send send_;
    } greeting;

    class MathMethods {
    public:
        explicit MathMethods(callbox::connection& by) : send_{by} {}

        // The sum of two integers.
        // Error 1: the sum does not fit 64 bits
        answer<std::int64_t> add(std::int64_t a, std::int64_t b) {
            return send_(
                callbox::as<std::int64_t>(), {"math.add"}, callbox::given("a", a),
                callbox::given("b", b));
        }

        // The product of two integers.
        // Error 1: the product does not fit 64 bits
        answer<std::int64_t> mul(const MathMulNamed& named) {
            return send_(
                callbox::as<std::int64_t>(), {"math.mul"}, callbox::given_by_name("a", named.a),
                callbox::given_by_name("b", named.b));
        }

        // The difference of two integers.
        // Error 1: the difference does not fit 64 bits
        answer<std::int64_t> sub(std::int64_t a, std::int64_t b) {
            return send_(
                callbox::as<std::int64_t>(), {"math.sub"}, callbox::given("a", a),
                callbox::given("b", b));
        }

    private:
        Send send_;
    } math;

private:
    Send send_;
};

class Client : public Calls<callbox::calling> {
    callbox::connection to_;

public:
    explicit Client(std::string_view url, callbox::client_options how = {})
        : Calls(to_), to_(url, std::move(how)), notify(to_), of(to_) {}
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    template <class... R>
    std::tuple<callbox::result<R>...> batch(const callbox::batch_call<R>&... all) {
        return to_.batch(all...);
    }
    // What was wrong with the arguments of the last call.
    const std::vector<callbox::argument_error>& faults() const { return to_.argument_errors(); }

    Calls<callbox::notifying> notify;
    Calls<callbox::collecting> of;
};

}  // namespace callbox_example
