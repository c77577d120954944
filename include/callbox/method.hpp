// callbox/method.hpp - the registration of methods.
//
//     std::int64_t add(std::int64_t a, std::int64_t b) { return a + b; }
//
//     using callbox::arg, callbox::by_name_only, callbox::example, callbox::fails, callbox::method,
//         callbox::returns;
//
//     constexpr callbox::api methods{
//         method<"math.add", add>("The sum of two integers.", "a", "b",
//             example({2, 3}, 5)),
//         method<"greeting.hello", hello>("Greets a person by name.",
//             arg("name", "the person's name").length(1, 64),
//             by_name_only,
//             arg("tone", "the tone of the greeting") = tone::plain,
//             returns("the greeting"),
//             fails(1, "no such person")),
//     };
//
// The method's name and the function go in < >, the documentation in ( ); types are taken from the
// function. The summary comes first, then the names of the parameters in order, with the attributes
// of attributes.hpp and tool.hpp among or after them. An invalid table does not compile, and the
// compiler's message explains the error.
//
// A function is a plain function, a member function or a lambda without captures. Its parameters
// have the types in codec.hpp and are taken by value or const reference. A first parameter `State&`
// is state, not JSON. The state of a member function is its object. All methods of a table take the
// same state, or a base of it. A `const callbox::caller&`, first or after the state, is the caller
// (caller.hpp). The function returns a type in codec.hpp, void (the result is null), or result<T>
// if it may fail; with a last parameter later<T> (later.hpp) it answers when it can. An exception
// that no raises<> names is logged and answered with -32603. To select an overload, cast to it. In
// a header that several files include, use named functions: a lambda has another type in each file.
//
//     method<"product.create", &store::create>("Adds a product.", "name"),  // store is the state
#pragma once

#include <callbox/detail/entry.hpp>

namespace callbox {

namespace table_error {
void two_tables_share_a_method_name(std::string_view name);
void a_blocking_method_requires_thread_safe_in_its_table(std::string_view name);
}

// One row: registers Fn under Name. `doc` is a summary in one line.
template <fixed_string Name, auto Fn, class... A>
consteval auto method(const char* doc, A... attributes) {
    using namespace detail;
    using function = signature_of<Fn>;
    using params = typename function::params;
    using result = typename unwrapped<typename function::returns>::type;
    using order = std::index_sequence_for<A...>;
    constexpr std::size_t named = named_before<A...>(sizeof...(A));

    constexpr bool is_a_function = function::is_function;
    constexpr bool name_is_well_formed = is_method_name(Name.view());
    constexpr bool name_is_free = !Name.view().starts_with("rpc.");
    constexpr bool attributes_are_known = (attribute<A> && ...);
    constexpr bool attributes_differ = ((may_repeat<A> || count_of<A, A...> == 1) && ...);
    constexpr bool change_is_not_denied =
        count_of<reads_only_attribute, A...> == 0 ||
        count_of<adds_only_attribute, A...> + count_of<idempotent_attribute, A...> == 0;
    constexpr bool is_no_tool = count_of<no_tool_attribute, A...> != 0;
    constexpr bool no_tool_is_alone =
        !is_no_tool || ((!tool_attribute<A> || std::same_as<A, no_tool_attribute>) && ...);
    constexpr std::size_t deferrals =
        count_of<blocking_attribute, A...> + function::answers_later;
    constexpr bool timeout_can_be_kept = count_of<timeout, A...> <= deferrals;
    constexpr bool calls_can_be_at_once = count_of<at_once, A...> <= deferrals;
    constexpr bool later_does_not_block = deferrals < 2;
    constexpr bool later_comes_last = function::later_comes_last;
    constexpr bool later_is_the_result = function::returns_nothing;
    constexpr bool later_owns_arguments = !function::has_views;
    constexpr bool reference_is_to_state =
        named <= function::arity || !readable<typename function::state>;
    constexpr bool context_has_no_name =
        named <= function::arity || std::is_void_v<typename function::context>;
    constexpr bool every_parameter_is_named = !is_a_function || named >= function::arity;
    constexpr bool every_name_has_a_parameter =
        !is_a_function || named <= function::arity || !reference_is_to_state ||
        !context_has_no_name;
    constexpr bool parameters_are_few = function::arity <= method_params_max;
    constexpr bool parameters_are_values = function::takes_values;
    constexpr bool caller_comes_first = function::caller_is_in_its_place;
    constexpr bool result_can_be_written = std::is_void_v<result> || writable<result>;

    static_assert(is_a_function, "callbox: register a function, a member function callable on an "
                                 "lvalue, or a lambda without captures");
    static_assert(name_is_well_formed,
                  "callbox: a method name must consist of letters, digits, '.', '_', '-' and '/', "
                  "and not begin with '-' or '/'");
    static_assert(name_is_free,
                  "callbox: method names beginning with \"rpc.\" are reserved by JSON-RPC");
    static_assert(attributes_are_known, "callbox: method() accepts parameter names, arg and the "
                                        "attributes of attributes.hpp and tool.hpp");
    static_assert(attributes_differ, "callbox: attribute given twice; only fails, raises and "
                                     "example may repeat");
    static_assert(change_is_not_denied, "callbox: reads_only cannot be combined with adds_only or "
                                        "idempotent, which are for methods that change things");
    static_assert(no_tool_is_alone, "callbox: no_tool cannot be combined with other attributes of "
                                    "tool.hpp");
    static_assert(timeout_can_be_kept, "callbox: timeout requires blocking or later<T>: a call on "
                                       "the event loop cannot be abandoned");
    static_assert(calls_can_be_at_once, "callbox: at_once requires blocking or later<T>: calls on "
                                        "the event loop run one at a time");
    static_assert(later_does_not_block, "callbox: blocking cannot be combined with later<T>: the "
                                        "function returns at once");
    static_assert(later_comes_last, "callbox: later<T> must be the last parameter; take it once, "
                                    "by value");
    static_assert(later_is_the_result, "callbox: a function with later<T> must return void: its "
                                       "result is what later<T> is called with");
    static_assert(later_owns_arguments,
                  "callbox: a function with later<T> must own its arguments, as the message ends "
                  "before the call: take std::string and json in place of views");
    static_assert(reference_is_to_state,
                  "callbox: a first parameter T& is state, not part of the call: take text, lists "
                  "and the like by value or const reference");
    if constexpr (!context_has_no_name)
        static_assert(is_known_parameter<typename function::context>());
    static_assert(every_parameter_is_named,
                  "callbox: the function has more parameters than are named here "
                  "(only a first parameter T& is state, const T& is not)");
    static_assert(every_name_has_a_parameter,
                  "callbox: more parameters are named here than the function has "
                  "(a first parameter T& is state; a caller has no name)");
    static_assert(parameters_are_few, "callbox: the function has more than 16 parameters");
    static_assert(parameters_are_values,
                  "callbox: only the state, the first parameter, may be a non-const reference: "
                  "take others by value or const reference");
    static_assert(caller_comes_first,
                  "callbox: callbox::caller must be the first parameter, or the one after the "
                  "state; take it once, by value or const reference");
    if constexpr (parameters_are_values && caller_comes_first && later_comes_last &&
                  !function::takes_readable)
        static_assert(is_known_parameter<typename first_unknown<params>::type>());
    if constexpr (!result_can_be_written) static_assert(is_known_result<result>());

    constexpr std::size_t errors = (std::size_t{0} + ... + declares_error<A>);
    entry<Name, Fn, errors, count_of<example, A...>> made;
    made.row.summary = doc;
    // An assertion above has reported the error: avoid further messages.
    if constexpr (is_a_function && attributes_are_known && named == function::arity &&
                  parameters_are_few && parameters_are_values && caller_comes_first &&
                  later_comes_last && function::takes_readable && result_can_be_written) {
        made.row.run = typed_thunk<row_thunk<Fn, A...>(), function>::run;
        made.row.binds_itself = (is_raises<A> || ...) || function::answers_later;
        made.row.answers_later = function::answers_later;
        made.row.asks_caller = function::asks_caller;
        if constexpr (!std::is_void_v<result>) made.row.returns = &codec<result>::schema;
        constexpr std::size_t after =
            required_after_optional(static_cast<params*>(nullptr), list_of<A...>{});
        static_assert(no_required_parameter<after>());
        constexpr std::size_t suiting = decltype(made)::template suiting_defaults<A...>(order{});
        if constexpr (suiting < sizeof...(A)) {
            constexpr std::size_t at = named_before<A...>(suiting);
            using given = std::tuple_element_t<suiting, std::tuple<A...>>;
            static_assert(default_of_parameter_suits<at + 1, std::tuple_element_t<at, params>,
                                                     decltype(given::fallback)>());
        } else if constexpr (after == 0) {
            made.take(order{}, spelled_out(attributes)...);
        }
    }
    return made;
}

// Rejects a row without a summary. Compilers print its template parameters if a function suits no
// method(): it comes last, as g++ prints the last one first.
template <fixed_string Name, auto function_cast_if_overloaded_without_captures, class... A>
    requires(!detail::begins_with_text<A...>)
consteval auto method(A...) {
    static_assert(detail::begins_with_text<A...>,
                  "callbox: the first argument of method() is the summary, a string literal");
    return detail::entry<Name, function_cast_if_overloaded_without_captures, 0, 0>{};
}

struct thread_safe_attribute {};
// Stands before the rows of a table whose functions, and what they share, are safe to use on
// several threads at the same time: serve.hpp. A `blocking` method requires it in its table; more
// than one worker, in all that are joined.
//
//     constexpr callbox::api methods{callbox::thread_safe, method<"math.add", add>( ... ), ... };
inline constexpr thread_safe_attribute thread_safe{};

// The table of methods, built and checked by the compiler. Join two with `+`. State is the type
// that the methods take by reference, void if none does; the compiler deduces the sizes.
template <class State, std::size_t Rows, std::size_t Params, std::size_t Errors,
          std::size_t Examples>
class api {
    static_assert(Rows < detail::no_row, "callbox: a table has at most 65534 methods");

public:
    template <fixed_string... Name, auto... Fn, std::size_t... E, std::size_t... X>
    consteval api(detail::entry<Name, Fn, E, X>... each) {
        fill(sizeof(detail::checked_names<Name...>), false, each...);
    }
    template <fixed_string... Name, auto... Fn, std::size_t... E, std::size_t... X>
    consteval api(thread_safe_attribute, detail::entry<Name, Fn, E, X>... each) {
        fill(sizeof(detail::checked_names<Name...>), true, each...);
    }

    constexpr std::span<const row> rows() const { return rows_.view(); }
    constexpr std::span<const param> params() const { return params_.view(); }
    constexpr std::span<const declared_error> errors() const { return errors_.view(); }
    constexpr std::span<const example_call> examples() const { return examples_.view(); }
    constexpr std::span<const detail::row_number> slots() const { return slots_; }

private:
    template <class S, std::size_t R, std::size_t P, std::size_t E, std::size_t X>
    friend class api;
    friend struct detail::table_within;
    friend struct detail::table_part;
    template <class S, std::size_t... A, class T, std::size_t... B>
    friend consteval auto operator+(const api<S, A...>&, const api<T, B...>&);

    struct empty {};
    consteval explicit api(empty) {}

    template <fixed_string... Name, auto... Fn, std::size_t... E, std::size_t... X>
    consteval void fill(std::size_t, bool is_thread_safe,
                        detail::entry<Name, Fn, E, X>&... each) {
        static_assert(sizeof...(Fn) <= table_methods_max,
                      "callbox: more than 128 methods in one api{...}: join several with +");
        if constexpr (!std::is_void_v<typename detail::state_in<State>::context>)
            static_assert((sizeof(detail::row_in_context<State, Name, Fn>) + ...));
        ((each.row.thread_safe = is_thread_safe), ...);
        (put(detail::in_state_of<State, typename detail::signature_of<Fn>::state>(each.row),
             each.params.view(), each.errors.view(), each.examples.view()), ...);
        for (const row& r : rows())
            if (r.blocking && !is_thread_safe)
                table_error::a_blocking_method_requires_thread_safe_in_its_table(r.name);
        sort();
    }

    constexpr void put(row r, std::span<const param> params, std::span<const declared_error> errors,
                       std::span<const example_call> examples) {
        r.params = params_.put(params);
        r.errors = errors_.put(errors);
        r.examples = examples_.put(examples);
        rows_.add(r);
    }
    // Puts a row of `from` as `changed`.
    constexpr void put(const row& changed, const row& r, const table& from) {
        put(changed, from.params_of(r), from.all_errors_of(r), from.examples_of(r));
    }
    constexpr void sort() {
        std::sort(rows_.all.begin(), rows_.all.begin() + Rows,
                  [](const row& a, const row& b) { return a.name < b.name; });
        detail::fill_slots(std::span(slots_), rows());
    }

    detail::list<row, Rows> rows_;
    std::array<detail::row_number, detail::slots_of(Rows)> slots_{};
    detail::list<param, Params> params_;
    detail::list<declared_error, Errors> errors_;
    detail::list<example_call, Examples> examples_;
};

template <fixed_string... Name, auto... Fn, std::size_t... E, std::size_t... X>
api(detail::entry<Name, Fn, E, X>...)
    -> api<typename detail::one_state<typename detail::signature_of<Fn>::table_state...>::type,
           sizeof...(Fn), (std::size_t{0} + ... + detail::signature_of<Fn>::arity),
           (std::size_t{0} + ... + E), (std::size_t{0} + ... + X)>;
template <fixed_string... Name, auto... Fn, std::size_t... E, std::size_t... X>
api(thread_safe_attribute, detail::entry<Name, Fn, E, X>...)
    -> api<typename detail::one_state<typename detail::signature_of<Fn>::table_state...>::type,
           sizeof...(Fn), (std::size_t{0} + ... + detail::signature_of<Fn>::arity),
           (std::size_t{0} + ... + E), (std::size_t{0} + ... + X)>;

// Joins two tables whose methods take the same state, or one that derives from the other's. A name
// in both is a compile-time error. of<> (module.hpp) joins tables of different states.
template <class S, std::size_t... A, class T, std::size_t... B>
consteval auto operator+(const api<S, A...>& a, const api<T, B...>& b) {
    using state = typename detail::one_state<S, T>::type;
    using both_type = api<state, (A + B)...>;
    both_type both{typename both_type::empty{}};
    const row* left = a.rows().data();
    const row* right = b.rows().data();
    const row* const left_end = left + a.rows().size();
    const row* const right_end = right + b.rows().size();
    while (left != left_end || right != right_end) {
        const bool has_both = left != left_end && right != right_end;
        if (has_both && left->name == right->name)
            table_error::two_tables_share_a_method_name(left->name);
        const bool is_left = has_both ? left->name < right->name : left != left_end;
        const row& next = is_left ? *left++ : *right++;
        if (is_left) both.put(detail::in_state_of<state, S>(next), next, a);
        else both.put(detail::in_state_of<state, T>(next), next, b);
    }
    detail::fill_slots(std::span(both.slots_), both.rows());
    return both;
}

}  // namespace callbox
