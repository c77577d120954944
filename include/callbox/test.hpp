// callbox/test.hpp - testing a table: calls through the complete dispatcher, without a network,
// typed by the table. Not part of callbox.hpp.
//
//     callbox::test::client<methods> client;          // client(state), if the methods take state
//     auto sum = client.call<"math.add">(2, 3);       // callbox::result<std::int64_t>
//     assert(sum && *sum == 5);
//     auto refused = client.call<"path.middle">(std::vector<point>{});
//     assert(!refused && refused.error().code == -32602);
//     assert(client.argument_errors()[0].path == "/0");        // and expected, got, why
//     assert(client.events<"stock.changed">().empty());        // a std::vector of the payloads
//
// typed_call.hpp describes call() and notify().
#pragma once

#include <callbox/detail/publishing.hpp>
#include <callbox/dispatch.hpp>
#include <callbox/typed_call.hpp>

namespace callbox::test {

namespace detail {

struct no_state {};

// Whether the method declares an error with that code; if not, writes both to standard error.
bool is_declared(const table& methods, std::string_view method, int code);

template <class State, std::size_t... Sizes>
std::type_identity<State> state_of(const api<State, Sizes...>&);

// Returns copies of what a topic has published since the last call or, at first, since record().
using payloads = std::vector<std::shared_ptr<const void>>;
using recording = std::function<payloads()>;
recording record(const std::shared_ptr<events::topic>& from);

}  // namespace detail

// A client that calls the methods on the same thread, one call at a time. Blocking methods are
// called like the others, without timeouts. The log goes to standard error. It asserts that each
// error that a method returns is declared, by fails() or raises() in its row or in with<>().
template <const auto& Methods>
class client : public typed_calls<Methods, client<Methods>> {
    using calls = typed_calls<Methods, client>;
    using given_state = typename decltype(detail::state_of(Methods))::type;
    using state = std::conditional_t<std::is_void_v<given_state>, detail::no_state, given_state>;
    using rows = std::make_index_sequence<Methods.rows().size()>;

public:
    explicit client(const limits& bounds = {})
        : answers_(Methods, bounds), recordings_(record_all(rows())) {}
    // Requires: `given` outlives the client. Methods receive it by reference.
    explicit client(state& given, const limits& bounds = {})
        : answers_(Methods, given, bounds), recordings_(record_all(rows(), given)) {}

    // As in typed_calls.
    template <fixed_string Name, class As = callbox::detail::as_declared, class... A>
    auto call(const A&... arguments) {
        auto got = calls::template call<Name, As>(arguments...);
        assert(got || detail::is_declared(Methods, Name.view(), got.error().code));
        return got;
    }

    // As in typed_calls.
    template <class... T> auto batch(const batch_call<T>&... all) {
        auto got = calls::batch(all...);
        assert(std::apply(
            [&](const auto&... each) {
                return (... && (each || detail::is_declared(Methods, all.method,
                                                            each.error().code)));
            },
            got));
        return got;
    }

    // Returns the payloads of an event that were published, on any thread, since the last call or,
    // at first, since the client was made. Filters do not apply. publish() then asserts that JSON
    // can represent the payload.
    template <fixed_string Name> auto events() {
        using plan = callbox::detail::call_plan<Methods, Name>;
        using payload = typename callbox::detail::payload_of<typename plan::function>::type;
        constexpr bool is_an_event = callbox::detail::of_event<typename plan::function>;
        static_assert(is_an_event, "callbox: the table has no event with this name");
        std::vector<payload> all;
        if constexpr (is_an_event)
            for (const auto& each : recordings_[plan::number]())
                all.push_back(*static_cast<const payload*>(each.get()));
        return all;
    }

    // Sets the caller of later calls; at first, all its members are empty. Requires: its views
    // outlive the calls.
    void set_caller(const caller& caller) { caller_ = caller; }

private:
    friend calls;
    carried carry(std::string_view request) { return answers_.answer(request, caller_); }

    template <class Function, class... S>
    static detail::recording record([[maybe_unused]] S&... given) {
        if constexpr (!callbox::detail::of_event<Function>) return nullptr;
        else return detail::record(Function::topic::in(given...));
    }
    template <std::size_t... I, class... S>
    static std::vector<detail::recording> record_all(std::index_sequence<I...>, S&... given) {
        return {record<callbox::detail::function_of<Methods.rows()[I].run>>(given...)...};
    }

    answerer answers_;
    caller caller_;
    std::vector<detail::recording> recordings_;  // of each row that is an event
};

}  // namespace callbox::test
