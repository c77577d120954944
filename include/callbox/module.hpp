// callbox/module.hpp - tables of several modules as one.
//
//     class devices { ... };  // devices.hpp: a state of its own
//     class alarms { ... };
//     struct house {
//         devices all;
//         alarms& watching();
//     };
//
//     constexpr callbox::api methods = callbox::of<&house::all>(device_methods) +
//                                      callbox::of<&house::watching>(alarm_methods);
//
// The methods of a module compile by themselves, in a file of their own:
//
//     extern const callbox::module device_module;                                // devices.hpp
//     constexpr callbox::api methods{ ... };                                     // devices.cpp
//     constinit const callbox::module device_module = methods;
//
//     const callbox::joined methods = callbox::join(device_module, alarm_module);  // main.cpp
//     return callbox::run(methods, state, argc, argv);
//
// Nothing registers itself: a module that is not joined is not served.
// A call costs what it costs in one table, and the functions that lead to its state.
#pragma once

#include <callbox/method.hpp>

namespace callbox {

// The table `part` as one whose state is `Outer`: its methods receive the part of the state that
// Get leads to. Get is a member of Outer, or a function, a member function or a lambda that returns
// a reference to such a part of an `Outer&`; it runs before each call, on the thread of the call,
// and is fast. At most 4 steps lead from the state of a table to that of a function.
template <auto Get, class State, std::size_t... Sizes>
consteval auto of(const api<State, Sizes...>& part);

// A view of a constexpr api at namespace scope or static, without its types.
class module : public table {
public:
    // `file` and `line` are its place, for the messages of join().
    template <class State, std::size_t... Sizes>
    constexpr module(const api<State, Sizes...>& a, const char* file = __builtin_FILE(),
                     int line = __builtin_LINE())
        : table(a), state_type_(&detail::state_type<State>), file_(file), line_(line) {
        static_assert(sizeof(detail::a_served_state<State>) != 0);
    }
    template <class State, std::size_t... Sizes>
    module(const api<State, Sizes...>&& a) = delete;  // a view of it would dangle

private:
    friend class joined;

    const detail::state_id* state_type_;
    const char* file_;
    int line_;
};

// The methods of several modules as one table: an index over copies of their rows.
class joined : public table {
public:
    // Throws std::logic_error, which names the places of two modules, if both have a method of the
    // same name, or if they take different states. A module without state fits each.
    explicit joined(std::span<const module* const> modules);
    joined(joined&&) = default;
    joined& operator=(joined&&) = default;

private:
    friend struct bound_table;

    const detail::state_id* state_type_ = &detail::state_type<void>;
    std::vector<row> rows_;
    std::vector<param> params_;
    std::vector<declared_error> errors_;
    std::vector<example_call> examples_;
    std::vector<detail::row_number> slots_;
};

template <std::same_as<module>... M> joined join(const M&... modules) {
    return joined(std::array<const module*, sizeof...(M)>{&modules...});
}

namespace detail {

// The state that Get leads from.
template <auto Get> struct part_holder { using type = typename signature_of<Get>::state; };
template <class S, class T, T S::*At> requires std::is_object_v<T> struct part_holder<At> {
    using type = S;
};

template <auto Get, class Outer, class Part> void* part_of(void* outer) {
    Part& part = std::invoke(Get, *static_cast<Outer*>(outer));
    return &part;
}

template <auto Get, class Outer, class Part>
concept leads_to = std::is_invocable_r_v<Part&, decltype(Get), Outer&> &&
    std::is_lvalue_reference_v<std::invoke_result_t<decltype(Get), Outer&>>;

// A friend of api that makes a table of one state from that of a part of it.
struct table_part {
    template <class Made, class State, std::size_t... Sizes>
    static consteval Made make(const api<State, Sizes...>& part, state_step step) {
        Made made{typename Made::empty{}};
        for (const row& each : part.rows()) made.put(within(step, each), each, part);
        fill_slots(std::span(made.slots_), made.rows());
        return made;
    }
};

}  // namespace detail

template <auto Get, class State, std::size_t... Sizes>
consteval auto of(const api<State, Sizes...>& part) {
    using inner = detail::own_state<State>;
    using outer = typename detail::part_holder<Get>::type;
    using state =
        typename detail::state_within<outer, typename detail::state_in<State>::context>::type;
    constexpr bool has_holder = !std::is_void_v<outer>;
    constexpr bool has_state = !std::is_void_v<inner>;
    static_assert(has_holder, "callbox: of<> takes a member of the state, or a function of it");
    static_assert(has_state, "callbox: these methods take no state: join them without of<>");
    constexpr bool leads_there = !has_holder || !has_state || detail::leads_to<Get, outer, inner>;
    static_assert(leads_there, "callbox: of<> must lead to the state that these methods take, and "
                               "return a reference to it");
    if constexpr (detail::leads_to<Get, outer, inner>)
        return detail::table_part::make<api<state, Sizes...>>(
            part, detail::part_of<Get, outer, inner>);
    else return part;
}

}  // namespace callbox
