// callbox/detail/event_row.hpp - makes the row of an event: that of a method which subscribes its
// caller. Part of event.hpp.
#pragma once

#include <callbox/method.hpp>
#include <callbox/topic.hpp>

namespace callbox {

struct keeps;

namespace table_error {
void an_event_must_keep_1_to_65536_events();
}

namespace detail {

template <class T, class... S> struct topic_of {
    static constexpr bool is_topic = true;
    using payload = T;
    using states = list_of<S...>;
};
// The topic of a row: a member of the state, or a variable.
template <auto At> struct topic_at : topic_of<int> {
    static constexpr bool is_topic = false;
};
template <class S, class T, topic<T> S::*At> struct topic_at<At> : topic_of<T, S> {
    static const std::shared_ptr<events::topic>& in(S& state) { return (state.*At).shared_; }
};
template <class T, topic<T>* At> struct topic_at<At> : topic_of<T> {
    static const std::shared_ptr<events::topic>& in(const auto&...) { return At->shared_; }
};

// The type in which a subscription keeps an argument of its filter.
template <class P> struct kept_type { using type = P; };
template <> struct kept_type<std::string_view> { using type = std::string; };
template <class P> struct kept_type<std::optional<P>> {
    using type = std::optional<typename kept_type<P>::type>;
};
template <class P> using kept_argument = typename kept_type<std::remove_cvref_t<P>>::type;
template <class... P> consteval bool can_be_kept(list_of<P...>) {
    return (owns<kept_argument<P>> && ...);
}

inline constexpr struct takes_all_tag {} takes_all;

template <class V, bool Asks, class... P> struct filter_function {
    static constexpr bool is_filter = !std::is_void_v<V>, asks_caller = Asks;
    static constexpr std::size_t arity = sizeof...(P);
    using payload = V;
    using params = list_of<P...>;
};
template <class F> struct filter_signature : filter_function<void, false> {};
template <class V, class... P>
struct filter_signature<bool (*)(const V&, P...)> : filter_function<V, false, P...> {};
template <class V, caller_parameter C, class... P>
struct filter_signature<bool (*)(const V&, C, P...)> : filter_function<V, true, P...> {};
template <class... P>
struct filter_signature<bool (*)(P...) noexcept> : filter_signature<bool (*)(P...)> {};

template <auto Filter> using filter_type = filter_signature<decltype(pointer_to<Filter>())>;
template <auto Filter> inline constexpr bool takes_every_event =
    std::same_as<std::remove_const_t<decltype(Filter)>, takes_all_tag>;

template <auto Filter, class... Kept> class kept_filter final : public filter {
public:
    explicit kept_filter(Kept&&... arguments) : arguments_(std::move(arguments)...) {}
    bool takes(const void* payload, const caller& subscriber) const override {
        using type = filter_type<Filter>;
        const auto& event = *static_cast<const typename type::payload*>(payload);
        return std::apply([&](const Kept&... given) {
            if constexpr (type::asks_caller) return Filter(event, subscriber, given...);
            else return Filter(event, given...);
        }, arguments_);
    }

private:
    std::tuple<Kept...> arguments_;
};

// The function that a call of the event calls.
template <auto Topic, auto Filter, class States, class Params, class Since> struct subscribing;
template <auto Topic, auto Filter, class... S, class... P, class... Since>
struct subscribing<Topic, Filter, list_of<S...>, list_of<P...>, list_of<Since...>> {
    static result<std::string> call(S&... state, const caller& from, kept_argument<P>... given,
                                    Since... since) {
        std::unique_ptr<filter> kept;
        if constexpr (!takes_every_event<Filter>)
            kept = std::make_unique<kept_filter<Filter, kept_argument<P>...>>(std::move(given)...);
        return subscribe(from, topic_at<Topic>::in(state...), std::move(kept),
                         std::optional<std::int64_t>(since...));
    }
};

template <class A> constexpr auto unless_of_event(A attribute) {
    constexpr bool is_of_event = std::same_as<A, keeps> || std::same_as<A, overflow_policy>;
    if constexpr (is_of_event) return std::tuple<>();
    else return std::tuple<A>(attribute);
}

// The parameter `since`, by name only.
template <bool Keeps, class... A> constexpr auto since_attributes() {
    constexpr arg since{"since", "the seq of an event: those after it come first"};
    if constexpr (!Keeps) return std::tuple<>();
    else if constexpr (count_of<by_name_only_attribute, A...> != 0) return std::tuple(since);
    else return std::tuple(by_name_only, since);
}

template <class A> constexpr void take_event_attribute(event_row& out, const A& attribute) {
    if constexpr (std::same_as<A, keeps>) out.keeps = attribute.count;
    if constexpr (std::same_as<A, overflow_policy>) out.when_full = attribute;
}
template <class Payload, class... A> constexpr event_row event_of(const A&... attributes) {
    event_row made{.payload = &codec<Payload>::schema, .make_hub = events::make_hub};
    (take_event_attribute(made, attributes), ...);
    return made;
}

template <auto Fn, class Topic> struct event_signature : signature_of<Fn> {
    using topic = Topic;
};

// The row of a method as that of an event.
template <auto Fn, class Topic, class... A, class Entry>
constexpr Entry as_event(Entry made, const event_row& event) {
    made.row.run =
        typed_thunk<&bind_and_call<row_thunk<Fn, A...>()>, event_signature<Fn, Topic>>::run;
    made.row.binds_itself = true;
    made.row.event = event;
    return made;
}
// clang 14 does not accept the call of method() as the initializer of a variable here.
template <fixed_string Name, auto Fn, class Topic, class... A, std::size_t... I>
consteval auto make_subscribing(const char* doc, const std::tuple<A...>& attributes,
                                const event_row& event, std::index_sequence<I...>) {
    return as_event<Fn, Topic, A...>(method<Name, Fn>(doc, std::get<I>(attributes)...), event);
}

template <fixed_string Name, auto Topic, auto Filter, class... A>
consteval auto make_event(const char* doc, A... attributes) {
    using topic = topic_at<Topic>;
    using payload = typename topic::payload;
    using given = filter_type<Filter>;
    using params = typename given::params;
    constexpr std::size_t named = named_before<A...>(sizeof...(A));
    constexpr std::size_t arity = given::arity;
    constexpr bool is_unfiltered = takes_every_event<Filter>;
    constexpr bool has_keeps = count_of<keeps, A...> != 0;

    constexpr bool is_a_topic = topic::is_topic;
    constexpr bool is_a_filter = is_unfiltered || given::is_filter;
    constexpr bool filter_takes_payload =
        !is_a_topic || is_unfiltered || !is_a_filter ||
        std::same_as<typename given::payload, payload>;
    constexpr bool payload_can_be_kept = is_unfiltered || std::is_copy_constructible_v<payload>;
    constexpr bool arguments_can_be_kept = can_be_kept(params{});
    constexpr bool every_parameter_is_named = !is_a_filter || named >= arity;
    constexpr bool every_name_has_a_parameter = !is_a_filter || named <= arity;
    constexpr bool subscribes_on_the_loop = count_of<blocking_attribute, A...> == 0;
    constexpr bool attributes_are_single =
        count_of<keeps, A...> <= 1 && count_of<overflow_policy, A...> <= 1;

    static_assert(is_a_topic, "callbox: an event needs a topic: &state::member or &variable");
    static_assert(is_a_filter, "callbox: a filter is a function or a lambda without captures, "
                               "bool (const T& payload, [const caller&,] parameters...)");
    static_assert(filter_takes_payload,
                  "callbox: the first parameter of a filter must be the topic's payload");
    static_assert(payload_can_be_kept,
                  "callbox: filters run later: the payload must be copyable");
    static_assert(arguments_can_be_kept,
                  "callbox: a subscription keeps the arguments of its filter: take std::string, "
                  "json and the like in place of views");
    static_assert(every_parameter_is_named,
                  "callbox: the filter has more parameters than are named here");
    static_assert(every_name_has_a_parameter,
                  "callbox: more parameters are named here than the filter has");
    static_assert(subscribes_on_the_loop,
                  "callbox: blocking is for methods: an event has no function that could block");
    static_assert(attributes_are_single, "callbox: attribute of an event given twice");

    constexpr bool is_right = is_a_topic && is_a_filter && filter_takes_payload &&
                              payload_can_be_kept && named == arity && subscribes_on_the_loop &&
                              attributes_are_single;
    if constexpr (is_right) {
        using since = std::conditional_t<has_keeps, list_of<std::optional<std::int64_t>>,
                                         list_of<>>;
        using function = subscribing<Topic, Filter, typename topic::states, params, since>;
        const auto all = std::tuple_cat(unless_of_event(attributes)...,
                                        since_attributes<has_keeps, A...>(),
                                        std::tuple(no_tool, returns("the id of the subscription")));
        return make_subscribing<Name, &function::call, topic>(
            doc, all, event_of<payload>(attributes...),
            std::make_index_sequence<std::tuple_size_v<decltype(all)>>{});
    } else {
        return method<Name, [] {}>(doc);
    }
}

}  // namespace detail

}  // namespace callbox
