// The events of the simulated server, and what was published.
#pragma once

#include "chance.hpp"

#include "events/model.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace simulate {

inline constexpr std::int64_t any_key = 0, broken_key = 3;  // of a filter
inline constexpr std::int64_t keys = 4;

// Events of the second topic have numbers in `seq`, and so many of them are retained.
inline constexpr std::size_t kept = 16;
// A topic adds random bits for its first event: the simulated kernel has zeros.
inline constexpr std::int64_t first_seq = 1'000'000'000'000'000;

struct event_rules {
    const char* name;
    std::size_t topic;
    events_model::policy full;
    bool has_seq;
    bool is_secret;  // may be hidden from the clients' token
};
inline constexpr std::size_t topic_count = 2;
inline constexpr std::array<event_rules, 4> event_rows{{
    {"sim.ends", 0, events_model::policy::end, false, false},
    {"secret.newest", 0, events_model::policy::latest, false, true},
    {"sim.drops", 1, events_model::policy::drop_oldest, false, false},
    {"secret.numbered", 1, events_model::policy::drop_oldest, true, true},
}};
inline constexpr const char* all_scopes = "*";
inline constexpr const char* scopes_without_secrets = "greeting.* sim.*";
inline const event_rules& row_of_events(chance& luck) {
    return event_rows[luck.below(event_rows.size())];
}

enum class taken_by_filter : std::uint8_t { no, yes, throws };
inline taken_by_filter filtered(std::int64_t filter, std::int64_t key) {
    if (filter == broken_key && key == broken_key) return taken_by_filter::throws;
    const bool takes = filter == any_key || filter == broken_key || filter == key;
    return takes ? taken_by_filter::yes : taken_by_filter::no;
}

// Of each topic, in order. The number of an event is its index and one.
struct publications {
    std::array<std::vector<events_model::published>, topic_count> all;
    std::array<std::size_t, topic_count> collected{};  // by the loop
};

inline std::int64_t seq_of(std::int64_t number) { return first_seq + number - 1; }
inline std::string payload_of(std::int64_t number, std::int64_t key, const std::string& text) {
    return R"({"number":)" + std::to_string(number) + R"(,"key":)" + std::to_string(key) +
           R"(,"text":")" + text + "\"}";
}

}  // namespace simulate
