// Every type that a method may take, and the table of methods that take them: what is served,
// documented and called by the tests that go beyond the five examples.
#pragma once

#include <callbox/callbox.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace everything {

using callbox::field, callbox::fields;

enum class unit { metre, foot };
constexpr auto describe(callbox::as<unit>) {
    using callbox::choice, callbox::choices;
    return choices{choice{unit::metre, "m"}, choice{unit::foot, "ft"}};
}

struct point {
    double x = 0;
    double y = 0;
};
constexpr auto describe(callbox::as<point>) {
    return fields{field{"x", &point::x, "to the east"}.in(-1000, 1000),
                  field{"y", &point::y, "to the north"}};
}

struct route {
    std::string name;
    std::vector<point> path;
    std::optional<std::string> note;
    unit in = unit::metre;
    std::uint8_t lanes = 0;
};
constexpr auto describe(callbox::as<route>) {
    return fields{field{"name", &route::name, "how people call it"}.length(1, 20),
                  field{"path", &route::path, "its points, in order"}.size(1, 100),
                  field{"note", &route::note, "anything else"},
                  field{"in", &route::in, "the unit of its points"} = unit::metre,
                  field{"lanes", &route::lanes}.in(1, 8) = 2};
}

// A struct with lists of itself.
struct folder {
    std::string name;
    std::vector<folder> folders;
};
constexpr auto describe(callbox::as<folder>) {
    return fields{field{"name", &folder::name}, field{"folders", &folder::folders}};
}

// A tagged union, of which one alternative stands alone too.
struct card {
    std::string number;
    std::optional<std::uint16_t> code;
};
constexpr auto describe(callbox::as<card>) {
    return fields{field{"number", &card::number, "without blanks"}.length(1, 19),
                  field{"code", &card::code}};
}
struct transfer {
    std::string iban;
    int days = 0;
};
constexpr auto describe(callbox::as<transfer>) {
    return fields{field{"iban", &transfer::iban}, field{"days", &transfer::days} = 3};
}
struct cash {};
constexpr auto describe(callbox::as<cash>) { return fields{}; }

using payment = std::variant<transfer, card, cash>;
constexpr auto describe(callbox::as<payment>) {
    using callbox::one_of, callbox::tagged;
    return one_of{"kind", tagged<card>("card"), tagged<transfer>("transfer"), tagged<cash>("cash")}
        .named("payment");
}

// A tagged union without a name, which contains itself in a list.
struct number {
    double value = 0;
};
constexpr auto describe(callbox::as<number>) { return fields{field{"value", &number::value}}; }
struct sum;
using term = std::variant<number, sum>;
struct sum {
    std::vector<term> terms;
};
constexpr auto describe(callbox::as<sum>) { return fields{field{"terms", &sum::terms}}; }
constexpr auto describe(callbox::as<term>) {
    return callbox::one_of{"op", callbox::tagged<number>("number"), callbox::tagged<sum>("sum")};
}

// Texts with a meaning.
struct event {
    std::chrono::year_month_day day{};
    std::chrono::sys_time<std::chrono::microseconds> at{};
    callbox::uuid id;
    std::optional<std::chrono::sys_seconds> end;
};
constexpr auto describe(callbox::as<event>) {
    return fields{field{"day", &event::day}, field{"at", &event::at}, field{"id", &event::id},
                  field{"end", &event::end}};
}

struct counter {
    std::uint64_t value = 0;
};

// The methods of everything_api.hpp, which the compiler takes seconds for.
callbox::table table();
std::string answer(counter& state, std::string_view message);
std::vector<std::string> failing_examples(counter& state);

}  // namespace everything
