// A struct with structs, lists and optional members, for the measurements, and its JSON text.
#pragma once

#include <callbox/callbox.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace shop {

enum class state { open, paid, sent };
struct choice {
    std::string_view name;
    std::string_view value;
};
struct line {
    std::string_view article;
    std::uint32_t count;
    double price;
    std::span<const choice> choices;
    std::optional<std::string_view> note;
};
struct address {
    std::string_view street, city, country;
};
struct customer {
    std::string_view name, email;
    address at;
    std::optional<address> bills_to;
};
struct order {
    std::uint64_t number;
    shop::state state;
    customer from;
    std::span<const line> lines;
    std::span<const std::string_view> tags;
};

using callbox::as, callbox::field, callbox::fields;

constexpr auto describe(as<state>) {
    return callbox::choices{callbox::choice{state::open, "open"},
                            callbox::choice{state::paid, "paid"},
                            callbox::choice{state::sent, "sent"}};
}
constexpr auto describe(as<choice>) {
    return fields{field{"name", &choice::name}, field{"is", &choice::value}};
}
constexpr auto describe(as<line>) {
    return fields{field{"article", &line::article}, field{"count", &line::count},
                  field{"price", &line::price}.in(0, 1'000'000), field{"choices", &line::choices},
                  field{"note", &line::note}};
}
constexpr auto describe(as<address>) {
    return fields{field{"street", &address::street}, field{"city", &address::city},
                  field{"country", &address::country}.length(2, 2)};
}
constexpr auto describe(as<customer>) {
    return fields{field{"name", &customer::name}, field{"email", &customer::email},
                  field{"at", &customer::at}, field{"bills_to", &customer::bills_to}};
}
constexpr auto describe(as<order>) {
    return fields{field{"number", &order::number}, field{"state", &order::state},
                  field{"from", &order::from}, field{"lines", &order::lines},
                  field{"tags", &order::tags}};
}

inline constexpr std::string_view one_order =
    R"({"number":20240229,"state":"paid","from":{"name":"Ada Byron","email":"ada@example.org",)"
    R"("at":{"street":"12 St James's Square","city":"London","country":"GB"}},)"
    R"("lines":[{"article":"tea-500","count":2,"price":12.5,"choices":[)"
    R"({"name":"leaf","is":"whole"},{"name":"tin","is":"green"}]},)"
    R"({"article":"cup","count":6,"price":3.75,"choices":[],"note":"wrap each one"},)"
    R"({"article":"pot","count":1,"price":40.2,"choices":[{"name":"glaze","is":"blue"}]}],)"
    R"("tags":["gift","express"]})";

}  // namespace shop
