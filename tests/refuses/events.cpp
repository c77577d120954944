// Rows that cannot be events.
#include <callbox/callbox.hpp>
#include <callbox/event.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using callbox::api, callbox::arg, callbox::event, callbox::method;

struct store {
    callbox::topic<std::string> said;
    int no_topic = 0;
};
bool begins(const std::string& text, std::string_view prefix) { return text.starts_with(prefix); }

// ---- attribute_twice
// refuses: callbox: attribute of an event given twice
// repair: Pass each attribute of an event once.
constexpr api methods{
    event<"said", &store::said>("Said.", callbox::keeps(4), callbox::keeps(5))};

// ---- blocking
// refuses: callbox: blocking is for methods: an event has no function that could block
// repair: Remove `blocking`.
constexpr api methods{callbox::thread_safe,
                      event<"said", &store::said>("Said.", callbox::blocking)};

// ---- filter_of_another_payload
// refuses: callbox: the first parameter of a filter must be the topic's payload
// repair: Take the payload first: `bool is_even(const std::string& text)`.
bool is_even(const int& number) { return number % 2 == 0; }
constexpr api methods{event<"said", &store::said, is_even>("Said.")};

// ---- filter_returns_no_bool
// refuses: callbox: a filter is a function or a lambda without captures
// repair: Return `bool`.
int size(const std::string& text) { return static_cast<int>(text.size()); }
constexpr api methods{event<"said", &store::said, size>("Said.")};

// ---- filter_takes_views
// refuses: callbox: a subscription keeps the arguments of its filter: take std::string, json and
// repair: Take `const std::vector<std::string>&`.
bool is_one(const std::string& text, const std::vector<std::string_view>& all) {
    return std::find(all.begin(), all.end(), text) != all.end();
}
constexpr api methods{event<"said", &store::said, is_one>("Said.", "all")};

// ---- filter_takes_views_in_a_struct
// refuses: callbox: a subscription keeps the arguments of its filter: take std::string, json and
struct wanted { std::string_view name; };
constexpr auto describe(callbox::as<wanted>) {
    return callbox::fields{callbox::field("name", &wanted::name)};
}
bool is_one(const std::string& text, const wanted& what) { return text == what.name; }
constexpr api methods{event<"said", &store::said, is_one>("Said.", "what")};

// ---- filter_with_more_parameters
// refuses: callbox: the filter has more parameters than are named here
// repair: Name each parameter after the payload: `("Said.", "prefix")`.
constexpr api methods{event<"said", &store::said, begins>("Said.")};

// ---- filter_with_fewer_parameters
// refuses: callbox: more parameters are named here than the filter has
// repair: Name only the parameters of the filter: `("Said.", "prefix")`.
constexpr api methods{event<"said", &store::said, begins>("Said.", "prefix", "suffix")};

// ---- keeps_nothing
// refuses: an_event_must_keep_1_to_65536_events
// repair: Pass a number from 1 to 65536; without `keeps`, the topic retains no events.
constexpr api methods{event<"said", &store::said>("Said.", callbox::keeps(0))};

// ---- name_of_a_method
// refuses: callbox: two methods share a name
constexpr api methods{method<"said", [](store&) { return 1; }>("A method."),
                      event<"said", &store::said>("Said.")};

// ---- no_topic
// refuses: callbox: an event needs a topic: &state::member or &variable
// repair: Pass the address of a `callbox::topic<T>`: `&store::said`.
constexpr api methods{event<"said", &store::no_topic>("Said.")};

// ---- parameter_without_codec
// refuses: callbox
struct unknown { int* where; };
bool is_there(const std::string&, const unknown&) { return true; }
constexpr api methods{event<"said", &store::said, is_there>("Said.", "where")};

// ---- payload_that_cannot_be_copied
// refuses: callbox: filters run later: the payload must be copyable
// repair: Publish a type that can be copied, such as `std::vector<int>`.
callbox::topic<std::unique_ptr<int>> found;
bool is_odd(const std::unique_ptr<int>& number) { return *number % 2 == 1; }
constexpr api methods{event<"found", &found, is_odd>("Found.")};

// ---- payload_without_codec
// refuses: callbox: the payload of a topic must have a codec: see codec.hpp
// repair: Describe the type with `describe(as<T>)`, or publish a type that codec.hpp lists.
struct unknown { int* where; };
callbox::topic<unknown> found;
constexpr api methods{event<"found", &found>("Found.")};

// ---- tool
// refuses: callbox: no_tool cannot be combined with other attributes of tool.hpp
constexpr api methods{event<"said", &store::said>("Said.", callbox::reads_only)};

// ---- topic_of_another_state
// refuses: callbox: all methods of a table must take the same state type
struct other { int n = 0; };
constexpr api methods{method<"n", [](other& o) { return o.n; }>("A number."),
                      event<"said", &store::said>("Said.")};
