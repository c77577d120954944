// callbox/detail/call_plan.hpp - the compile-time checks of a typed call: its name, its arguments,
// its result. Part of typed_call.hpp.
#pragma once

#include <callbox/method.hpp>

namespace callbox {

template <fixed_string Name, class T> struct named_argument;  // typed_call.hpp

namespace detail {

// ------------------------------------------------------------------------------------- arguments

template <class A> struct argument {
    static constexpr bool is_named = false;
    static constexpr std::string_view name = {};
    using type = A;
    static constexpr const A& value_of(const A& given) { return given; }
};
template <fixed_string Name, class A> struct argument<named_argument<Name, A>> {
    static constexpr bool is_named = true;
    static constexpr std::string_view name = Name.view();
    using type = A;
    static constexpr const A& value_of(const named_argument<Name, A>& given) { return given.value; }
};

template <class T> inline constexpr bool is_plain_text =
    std::same_as<T, std::string> || std::same_as<T, std::string_view>;
template <class T> inline constexpr bool is_any =
    std::same_as<T, json> || std::same_as<T, json_view>;
template <class A> inline constexpr bool is_null_literal =
    std::same_as<A, std::nullopt_t> || std::same_as<A, std::nullptr_t>;

// Whether an argument of type A can be passed to a parameter of type P.
template <class P, class A> constexpr bool argument_suits() {
    using plain = typename without_optional<P>::type;
    using given = std::decay_t<const A&>;
    if constexpr (is_any<given>) return true;
    else if constexpr (is_null_literal<given>) return accepts(codec<P>::schema, kind::null);
    else if constexpr (is_optional<given>)
        return is_optional<P> && argument_suits<P, typename without_optional<given>::type>();
    else if constexpr (is_any<plain>) return writable<given>;
    else if constexpr (std::same_as<plain, bool>) return std::same_as<given, bool>;
    else if constexpr (std::integral<plain>)
        return std::integral<given> && is_number<given> && writable<given>;
    else if constexpr (std::floating_point<plain>) return is_number<given> && writable<given>;
    else if constexpr (is_plain_text<plain>) return std::convertible_to<A, std::string_view>;
    else return std::convertible_to<const A&, plain>;
}

template <class P, class A> void write_argument(writer& to, const A& given) {
    using plain = typename without_optional<P>::type;
    using type = std::decay_t<const A&>;
    if constexpr (is_null_literal<type>) to.null();
    else if constexpr (is_optional<type>)
        given ? write_argument<plain>(to, *given) : to.null();
    else if constexpr (is_any<type> || is_any<plain> || is_number<plain>)
        codec<type>::write(to, given);
    else if constexpr (is_plain_text<plain>) codec<std::string_view>::write(to, given);
    else if constexpr (std::same_as<plain, type>) codec<plain>::write(to, given);
    else codec<plain>::write(to, static_cast<plain>(given));
}

// The compiler's message names both types.
template <class Parameter, class Argument> struct an_argument {
    using given = std::decay_t<const Argument&>;
    static constexpr bool suits = argument_suits<Parameter, Argument>();
    static constexpr bool is_writable = is_any<given> || is_null_literal<given> ||
                                        writable<typename without_optional<Parameter>::type>;
    static constexpr bool is_right = suits && is_writable;
    static_assert(suits, "callbox: an argument must have its parameter's type "
                         "(a callbox::json stands for any)");
    static_assert(!suits || is_writable,
                  "callbox: the parameter's type can only be read: give its codec a write(), or "
                  "pass a callbox::json");
};

// --------------------------------------------------------------------------------- the whole call

// The signature of a row's function; of void f() if there is no row.
template <thunk Run> struct called_function { using type = function_of<Run>; };
template <> struct called_function<nullptr> { using type = signature<void (*)()>; };
constexpr thunk run_of(const row_list& rows, row_number found) {
    return found == no_row ? nullptr : rows[found].run;
}

// The parameter of each argument of a call, and the errors in the call. A check passes if an
// earlier one fails: one message is enough.
template <const auto& Methods, fixed_string Name, class... A> struct call_plan {
    static constexpr table all{Methods};
    static constexpr row_number number = all.rows.find(Name.view());
    static constexpr bool method_is_in_the_table = number != no_row;
    // Requires: it is in the table.
    static constexpr const row& method() { return all.rows[number]; }
    using function = typename called_function<run_of(all.rows, number)>::type;
    using params = typename function::params;

    static constexpr std::size_t none = SIZE_MAX;
    static constexpr std::array<std::string_view, sizeof...(A) + 1> names{argument<A>::name...};
    static constexpr std::array<bool, sizeof...(A) + 1> is_named{argument<A>::is_named...};
    static constexpr std::size_t by_position =
        (std::size_t{0} + ... + !argument<A>::is_named);
    static constexpr bool by_name = by_position < sizeof...(A);

    // The parameter of each argument.
    static constexpr auto targets = [] {
        std::array<std::size_t, sizeof...(A) + 1> to{};
        to.fill(none);
        if (!method_is_in_the_table) return to;
        const auto known = all.params_of(method());
        for (std::size_t i = 0; i < sizeof...(A); ++i) {
            if (!is_named[i] && i < method().by_position_count) to[i] = i;
            for (std::size_t p = 0; is_named[i] && p < known.size(); ++p)
                if (known[p].name == names[i]) to[i] = p;
        }
        return to;
    }();
    static constexpr std::string_view name_of(std::size_t target) {
        return all.params_of(method())[target].name;
    }

    static constexpr bool names_come_last =
        std::is_sorted(is_named.begin(), is_named.end() - 1);
    static constexpr bool positions_are_there = !method_is_in_the_table || !names_come_last ||
                                                by_position <= method().by_position_count;
    static constexpr bool names_are_there = !positions_are_there || [] {
        for (std::size_t i = 0; i < sizeof...(A); ++i)
            if (method_is_in_the_table && is_named[i] && targets[i] == none) return false;
        return true;
    }();
    static constexpr bool all_are_placed = method_is_in_the_table && names_come_last &&
                                           positions_are_there && names_are_there;
    static constexpr bool each_is_given_once =
        !all_are_placed || twin_in(std::span(targets).first(sizeof...(A))) == nullptr;
    // The first required parameter without an argument.
    static constexpr std::size_t missing = [] {
        for (std::size_t p = 0; all_are_placed && p < method().params.count; ++p)
            if (all.params_of(method())[p].required &&
                std::find(targets.begin(), targets.end(), p) == targets.end())
                return p;
        return none;
    }();
    static constexpr bool is_right = all_are_placed && each_is_given_once && missing == none;

    template <std::size_t I> using parameter = std::tuple_element_t<targets[I], params>;
};

// The compilers print its name: "parameter_is_given<1>", counted from 0.
template <std::size_t Missing> inline constexpr bool parameter_is_given = Missing == SIZE_MAX;

// Rejects the first argument that does not suit.
template <class Plan, class Order, class... A> struct each_argument;
template <class Plan, std::size_t... I, class... A>
struct each_argument<Plan, std::index_sequence<I...>, A...> {
    template <std::size_t At, class T>
    using checked = an_argument<typename Plan::template parameter<At>, typename argument<T>::type>;
    // Not left to `suit`: clang would print three times as much.
    static_assert((true && ... && (sizeof(checked<I, A>) != 0)));
    static constexpr bool suit = (true && ... && checked<I, A>::is_right);
};

template <class Plan, class... A> consteval bool check_call() {
    static_assert(Plan::method_is_in_the_table, "callbox: the table has no method with this name");
    static_assert(Plan::names_come_last,
                  "callbox: arguments by name must follow those by position");
    static_assert(Plan::positions_are_there,
                  "callbox: there are more arguments than the method accepts by position");
    static_assert(Plan::names_are_there, "callbox: the method has no parameter with this name");
    static_assert(Plan::each_is_given_once, "callbox: two arguments are for the same parameter");
    static_assert(parameter_is_given<Plan::missing>,
                  "callbox: the argument for a required parameter is missing");
    if constexpr (Plan::is_right)
        return each_argument<Plan, std::index_sequence_for<A...>, A...>::suit;
    return false;
}

// ----------------------------------------------------------------------------------------- events

template <class Function> concept of_event = requires { typename Function::topic; };

// The type of an event's payload, from the signature of its row.
template <class Function> struct payload_of { using type = json; };
template <of_event Function> struct payload_of<Function> {
    using type = typename Function::topic::payload;
};

template <class Plan> consteval bool check_event() {
    constexpr bool method_is_an_event =
        !Plan::method_is_in_the_table || of_event<typename Plan::function>;
    static_assert(method_is_an_event, "callbox: only events can be subscribed to");
    return method_is_an_event;
}

// ---------------------------------------------------------------------------------------- results

struct as_declared {};

// The type that a result of type R is read as.
template <class R> struct owned_result { using type = R; };
template <> struct owned_result<std::string_view> { using type = std::string; };
template <> struct owned_result<const char*> { using type = std::string; };
template <> struct owned_result<json_view> { using type = json; };
template <class T> struct owned_result<std::span<const T>> { using type = std::vector<T>; };
// The type that a call reads, which may name another one.
template <class As, class Declared>
using read_type = std::conditional_t<std::same_as<As, as_declared>, Declared, As>;

// The compiler's message names the type.
template <class R> struct a_read_result {
    static constexpr bool is_readable = std::is_void_v<R> || readable<R>;
    static constexpr bool is_owner = !is_readable || owns<R>;
    static_assert(is_readable, "callbox: the result's type can only be written: give its codec a "
                               "read(), or read another type: call<name, callbox::json>()");
    static_assert(is_owner, "callbox: the result's type contains a view, which would not outlive "
                            "the response: read another type: call<name, T>()");
};

}  // namespace detail

}  // namespace callbox
