// callbox/typed_call.hpp - calls that the compiler checks against the table, for the clients of a
// table: callbox::client (client.hpp) and callbox::test::client (test.hpp).
//
//     client.call<"math.add">(2, 3);                        // callbox::result<std::int64_t>
//     client.call<"greeting.hello">("Ada", named<"tone">(tone::cheerful));
//     client.call<"math.add">(callbox::json("two"), 3);     // refused by the method: -32602
//     client.call<"report.make", callbox::json>();          // its result as another type
//     client.notify<"log.add">("text");                     // callbox::result<void>
//     auto [a, b] = client.batch(client.of<"math.add">(1, 2), client.of<"ping">());
//
// Arguments follow the order of the parameters; named<> arguments come last. Arguments with a
// default may be omitted. Numbers out of the range or bounds of their parameter are sent, and the
// server refuses them. So are arguments of type callbox::json, which stands for any argument, even
// an invalid one. The compiler checks everything else.
//
// The result has the type that the function returns, without result<>, and owns its data: text is a
// std::string, a span a std::vector. Members that the type does not have, from a newer server, are
// ignored.
#pragma once

#include <callbox/detail/call_plan.hpp>
#include <callbox/detail/exchange.hpp>

namespace callbox {

// An argument by its parameter's name; only as an argument of call(), notify() and of().
template <fixed_string Name, class T> struct named_argument {
    const T& value;
};
template <fixed_string Name, class T> constexpr named_argument<Name, T> named(const T& value) {
    return {value};
}

// The calls of a client, which derives from it (CRTP) and has
//     callbox::carried carry(std::string_view request);
// Requires: `Methods`, a constexpr api, is at namespace scope or static.
template <const auto& Methods, class Client> class typed_calls {
public:
    // Calls a method. The error is the one that the server sent, not_understood, or the client's
    // own if the request was not answered.
    template <fixed_string Name, class As = detail::as_declared, class... A>
    auto call(const A&... arguments) {
        using plan = detail::call_plan<Methods, Name, A...>;
        using declared = typename detail::unwrapped<typename plan::function::returns>::type;
        using wanted = detail::read_type<As, typename detail::owned_result<declared>::type>;
        using read = detail::a_read_result<wanted>;
        constexpr bool is_right = detail::check_call<plan, A...>();
        if constexpr (!plan::method_is_in_the_table || !read::is_readable || !read::is_owner) {
            return result<json>(json());  // an assertion above has reported the error
        } else if constexpr (!is_right) {
            return result<wanted>(callbox::failure{not_understood, "", {}, true});
        } else {
            write<plan>(arguments...);
            return detail::read_result<wanted>(exchange_,
                                               exchange_.read(send(exchange_.end(false))));
        }
    }

    // Sends a notification: the outcome of the method is not reported. Fails if the request was not
    // sent, because JSON cannot represent an argument, or was not accepted.
    template <fixed_string Name, class... A> result<void> notify(const A&... arguments) {
        using plan = detail::call_plan<Methods, Name, A...>;
        if constexpr (detail::check_call<plan, A...>()) {
            write<plan>(arguments...);
            return exchange_.read_nothing(send(exchange_.end(true)));
        }
        return {};
    }

    // A call for batch(), with the arguments and checks of call().
    template <fixed_string Name, class As = detail::as_declared, class... A>
    auto of(const A&... arguments) {
        using plan = detail::call_plan<Methods, Name, A...>;
        using checked = decltype(call<Name, As>(arguments...));
        using made = batch_call<typename detail::unwrapped<checked>::type>;
        if constexpr (detail::check_call<plan, A...>()) {
            write<plan>(arguments...);
            return made{exchange_.end_item()};
        } else {
            return made{};
        }
    }

    // Sends calls as one request and returns a tuple of their results, each a result<T>, in the
    // order of the calls. The server may run them in any order. If the request is not answered,
    // each has that failure. If JSON cannot represent an argument of one, none is sent.
    // argument_errors_of() returns the errors in the arguments of each.
    template <class... T> requires(sizeof...(T) > 0)
    std::tuple<result<T>...> batch(const batch_call<T>&... calls) {
        const auto sends = [this](std::string_view request) { return send(request); };
        return detail::send_batch(exchange_, sends, calls...);
    }

    // The errors in the arguments of the last call: empty unless it was refused with -32602.
    const std::vector<argument_error>& argument_errors() const {
        return exchange_.argument_errors();
    }

protected:
    // The call of an event with its arguments by name, and the type of its payload.
    template <fixed_string Name, class As, class... A> auto event_call(const A&... arguments) {
        using plan = detail::call_plan<Methods, Name, A...>;
        using declared = typename detail::payload_of<typename plan::function>::type;
        using read = detail::a_read_result<detail::read_type<As, declared>>;
        batch_call<detail::read_type<As, declared>> made;
        constexpr bool is_right = detail::check_call<plan, A...>();
        constexpr bool is_event = detail::check_event<plan>();
        if constexpr (is_right && is_event && read::is_readable && read::is_owner) {
            write<plan, true>(arguments...);
            static_cast<detail::batch_item&>(made) = exchange_.end_item();
        }
        return made;
    }

    // Whether the last response belongs to another request.
    bool went_astray() const { return exchange_.went_astray(); }

private:
    carried send(std::string_view request) {
        if (request.empty()) return exchange_.error();
        return static_cast<Client*>(this)->carry(request);
    }

    template <class Plan, bool ByName = Plan::by_name, class... A>
    void write(const A&... arguments) {
        [[maybe_unused]] writer& to = exchange_.begin(Plan::method().name, ByName);
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            ((ByName ? to.key(Plan::name_of(Plan::targets[I])) : void(),
              detail::write_argument<typename Plan::template parameter<I>>(
                  to, detail::argument<A>::value_of(arguments))), ...);
        }(std::index_sequence_for<A...>{});
    }

    detail::exchange exchange_;
};

}  // namespace callbox
