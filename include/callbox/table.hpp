// callbox/table.hpp - the table of methods as the rest of callbox sees it: plain rows, no
// templates. The compiler makes it from an api (method.hpp).
#pragma once

#include <callbox/caller.hpp>
#include <callbox/codec.hpp>
#include <callbox/detail/index.hpp>
#include <callbox/error.hpp>
#include <callbox/limits.hpp>

#include <memory>
#include <vector>

namespace callbox {

using param = member;

struct table;
struct row;
struct call;

namespace events {
class hub;
std::unique_ptr<hub> make_hub(const table& methods, const limits& bounds);
}
namespace detail {
class waiting_call;
}

// A call whose arguments are not bound yet, for thunks that bind them themselves
// (row::binds_itself): those with hooks, raises<> or later<T>. They are bound once, before the
// function is called.
struct unbound_call {
    const table* methods;
    const row* method;
    node* params;              // an array or an object as sent; null if there are none
    void (*bind)(call& c);     // binds the arguments; unescapes names in the params
    const void* context = nullptr;  // the value of a `before` hook, for the function
    detail::waiting_call* later = nullptr;  // of its later<T>, if it takes one
};

// One call on its way through a thunk.
struct call {
    void* state;
    const caller* from;          // passed to the function only if row::asks_caller
    document* text;
    node* const* given;          // one for each parameter; null if it is absent
    const param* params;
    violations* bad;
    writer* out;                 // where the result is written
    std::optional<callbox::failure>* failure;
    unbound_call* unbound = nullptr;  // only if row::binds_itself: `given` is then empty at first
};

enum class outcome : std::uint8_t {
    answered,  // the result is written
    refused,   // the arguments are invalid: there are violations
    failed,    // the method returned an error
    waits,     // the function has returned; its later<T> answers or has answered
    broken,    // the method broke its contract, as by an exception (no thunk returns this)
};

// The template part of a method: reads the arguments, calls, writes the result.
using thunk = outcome (*)(call&);

// An error that a method declares.
struct declared_error {
    int code = 0;
    std::string_view message = {};
};

enum class token_kind : std::uint8_t { scalar, open, close };

// A part of an example: a scalar, or the beginning or end of a list.
struct token {
    token_kind kind = token_kind::scalar;
    literal scalar = {};
};

// Arguments in the order of the parameters, and the result. Arrays and tuples are lists; a struct
// is a list of its members in order, a map a list of lists of a name and a value.
struct example_call {
    std::array<token, example_tokens_max> tokens{};
    std::size_t params_end = 0;  // the tokens before it are a list of the arguments
    std::size_t end = 0;         // the tokens from there to here are the result
    constexpr std::span<const token> params() const { return {tokens.data(), params_end}; }
    constexpr std::span<const token> result() const {
        return std::span(tokens).subspan(params_end, end - params_end);
    }
};

// A run of elements in one of the table's lists.
struct range {
    std::uint32_t begin = 0;
    std::uint32_t count = 0;
};

// The attributes of a row for clients of the Model Context Protocol: tool.hpp.
struct tool_row {
    std::string_view name = {};   // empty: the method's, each '.' and '/' as '_'
    std::string_view title = {};  // empty: the method's name, where the tool's differs
    bool hidden = false;          // no_tool
    bool reads_only = false;
    bool adds_only = false;
    bool idempotent = false;
    bool self_contained = false;
    bool operator==(const tool_row&) const = default;
};

// The scopes of a row: words with blanks between them. attributes.hpp
struct scope_list {
    std::string_view text = {};
    // Removes the first one and returns it; empty: there was none.
    constexpr std::string_view take() {
        const std::string_view first = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(first.size() + 1, text.size()));
        return first;
    }
    constexpr bool contains(std::string_view name) const {
        scope_list rest = *this;
        while (!rest.text.empty())
            if (rest.take() == name) return true;
        return false;
    }
};

// What happens to a subscription whose client reads too slowly: event.hpp.
enum class overflow_policy : std::uint8_t { end, drop_oldest, latest };

// The attributes of a row that is an event: event.hpp.
struct event_row {
    const type* payload = nullptr;  // null: the row is a method
    std::uint32_t keeps = 0;        // the number of events retained
    overflow_policy when_full = overflow_policy::end;
    // Links the events of src into programs that have one.
    std::unique_ptr<events::hub> (*make_hub)(const table&, const limits&) = nullptr;
};

// Leads from a state to one inside it: a part or a base.
using state_step = void* (*)(void* outer);
using state_path = std::array<state_step, 4>;

// On 64-bit machines its size is a power of two, which makes indices fast.
struct row {
    std::string_view name = {};
    std::string_view summary = {};
    std::string_view details = {};
    std::string_view returns_doc = {};
    const type* returns = &null_type;
    thunk run = nullptr;
    range params = {};
    range errors = {};
    range examples = {};
    std::uint16_t by_position_count = 0;  // parameters before by_name_only
    std::uint8_t path_length = 0;         // steps of `path`
    bool answers_later = false;
    bool deprecated = false;
    bool blocking = false;
    bool thread_safe = false;
    bool asks_caller = false;
    bool unlisted = false;
    bool binds_itself = false;                  // its thunk gets call::unbound to bind arguments
    std::uint16_t pool_threads = 0;             // of a pool of its own; 0: limits::blocking_threads
    std::uint32_t timeout_ms = 0;               // 0: no timeout
    std::uint32_t at_once = 0;                  // calls that run or wait; 0: no limit
    std::string_view pool = {};                 // its name; empty: the common one
    tool_row tool = {};
    event_row event = {};
    scope_list scopes = {};
    state_path path = {};  // from the table's state to the function's
    constexpr bool is_event() const { return event.payload != nullptr; }
    // The function's state, from the table's.
    void* state_inside(void* outer) const {
        for (const state_step step : path)
            if (step != nullptr) outer = step(outer);
        return outer;
    }
};

template <class State, std::size_t Rows, std::size_t Params, std::size_t Errors,
          std::size_t Examples>
class api;

// The rows of a table, sorted by name, and their index.
class row_list : public std::span<const row> {
public:
    constexpr row_list() = default;  // no rows
    constexpr row_list(std::span<const row> rows, std::span<const detail::row_number> slots)
        : span(rows), slots_(slots) {}

    // The number of the row with that name, or detail::no_row.
    constexpr detail::row_number find(std::string_view name) const {
        return detail::find_row(slots_, data(), name);
    }

private:
    static constexpr std::array free_slot{detail::no_row};

    std::span<const detail::row_number> slots_ = free_slot;
};

// A view of an api, which outlives it. Not a template: its users are ordinary code.
struct table {
    row_list rows;
    std::span<const param> params;
    std::span<const declared_error> errors;
    std::span<const example_call> examples;

    constexpr table() = default;  // no methods
    template <class State, std::size_t... Sizes>
    constexpr table(const api<State, Sizes...>& a)
        : rows(a.rows(), a.slots()), params(a.params()), errors(a.errors()),
          examples(a.examples()) {}

    // The row with that name, or null.
    constexpr const row* find(std::string_view name) const {
        const auto number = rows.find(name);
        return number == detail::no_row ? nullptr : &rows[number];
    }
    // The index of a row; the number of rows for a row of another table.
    std::size_t index_of(const row& r) const {
        const auto offset = reinterpret_cast<std::uintptr_t>(&r) -
                            reinterpret_cast<std::uintptr_t>(rows.data());
        return std::min(offset / sizeof(row), rows.size());
    }
    constexpr std::span<const param> params_of(const row& r) const {
        return params.subspan(r.params.begin, r.params.count);
    }
    // One for each attribute that declares an error. If two have the same code, with<>() has added
    // the second, which has the message of the first.
    constexpr std::span<const declared_error> all_errors_of(const row& r) const {
        return errors.subspan(r.errors.begin, r.errors.count);
    }
    // The same without repeated codes.
    std::vector<declared_error> errors_of(const row& r) const;
    constexpr bool declares(const row& r, int code) const {
        for (const declared_error& each : all_errors_of(r))
            if (each.code == code) return true;
        return false;
    }
    constexpr std::span<const example_call> examples_of(const row& r) const {
        return examples.subspan(r.examples.begin, r.examples.count);
    }
};

namespace detail {
// The address of one stands for a type of state.
struct state_id {};
template <class State> inline constexpr state_id state_type{};

// The state of a table whose functions take, beside a State, a value that a hook returns.
template <class Context, class State> struct in_context {};
template <class S> struct state_in { using type = S; using context = void; };
template <class C, class S> struct state_in<in_context<C, S>> {
    using type = S;
    using context = C;
};
template <class S> using own_state = typename state_in<S>::type;

// The compiler's message names the type.
template <class State> struct a_served_state {
    static constexpr bool context_is_there = std::is_void_v<typename state_in<State>::context>;
    static_assert(context_is_there, "callbox: a function takes a const T& without a JSON codec: a "
                                    "before<> hook of with<> must return it");
};
}  // namespace detail

class joined;  // module.hpp

// A table with the state that its methods receive by reference; null if they take none. Made from
// the arguments `methods` or `{methods, state}`, which outlive it.
struct bound_table : table {
    void* state;

    template <class State, std::size_t... Sizes>
    bound_table(const api<State, Sizes...>& a) : table(a), state(nullptr) {
        static_assert(sizeof(detail::a_served_state<State>) != 0);
        constexpr bool is_without = std::is_void_v<detail::own_state<State>>;
        static_assert(is_without, "callbox: these methods take state: pass it too, as in "
                                  "serve(methods, state)");
    }
    template <class State, std::size_t... Sizes, class Given>
    bound_table(const api<State, Sizes...>& a, Given& given) : table(a), state(nullptr) {
        static_assert(sizeof(detail::a_served_state<State>) != 0);
        using own = detail::own_state<State>;
        constexpr bool is_theirs = std::is_convertible_v<Given*, own*> && !std::is_void_v<own>;
        static_assert(is_theirs, "callbox: these methods take another state, by T&");
        if constexpr (is_theirs) state = static_cast<own*>(&given);
    }
    // Throws std::logic_error if the modules take another state.
    bound_table(const joined& modules) : bound_table(modules, nullptr, &detail::state_type<void>) {}
    template <class State> bound_table(const joined& modules, State& given)
        : bound_table(modules, &given, &detail::state_type<State>) {}
    explicit bound_table(const table& methods, void* given) : table(methods), state(given) {}
    bound_table(const joined& modules, void* given, const detail::state_id* type);
};

}  // namespace callbox
