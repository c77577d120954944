// The data of the inventory and its JSON.
#pragma once

#include <callbox/callbox.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace inventory {

using callbox::choice, callbox::choices, callbox::field, callbox::fields;
using date = std::chrono::year_month_day;

enum class category { tool, part, material };
constexpr auto describe(callbox::as<category>) {
    return choices{choice{category::tool, "tool"}, choice{category::part, "part"},
                   choice{category::material, "material"}};
}

struct product {
    std::string sku;
    std::string name;
    category kind = category::part;
    std::int64_t price = 0;
    std::int64_t stock = 0;
    std::optional<date> sold_until;
};
constexpr auto describe(callbox::as<product>) {
    return fields{field{"sku", &product::sku, "its article number"}.length(1, 20),
                  field{"name", &product::name}.length(1, 80),
                  field{"kind", &product::kind} = category::part,
                  field{"price", &product::price, "in cents"}.at_least(0),
                  field{"stock", &product::stock, "number in stock"}.at_least(0) = 0,
                  field{"sold_until", &product::sold_until, "the last day of its sale"}};
}

struct card {
    std::string number;
    std::string holder;
};
constexpr auto describe(callbox::as<card>) {
    return fields{field{"number", &card::number, "its last four digits"}.length(4, 4),
                  field{"holder", &card::holder}.length(1, 80)};
}
struct transfer {
    std::string iban;
};
constexpr auto describe(callbox::as<transfer>) {
    return fields{field{"iban", &transfer::iban}.length(15, 34)};
}
struct cash {};
constexpr auto describe(callbox::as<cash>) { return fields{}; }

using payment = std::variant<card, transfer, cash>;
constexpr auto describe(callbox::as<payment>) {
    using callbox::one_of, callbox::tagged;
    return one_of{"kind", tagged<card>("card"), tagged<transfer>("transfer"), tagged<cash>("cash")}
        .named("payment");
}

struct order_line {
    std::string sku;
    std::int64_t count = 0;
};
constexpr auto describe(callbox::as<order_line>) {
    return fields{field{"sku", &order_line::sku}, field{"count", &order_line::count}.at_least(1)};
}

enum class order_state { open, paid, shipped, cancelled };
constexpr auto describe(callbox::as<order_state>) {
    return choices{choice{order_state::open, "open"}, choice{order_state::paid, "paid"},
                   choice{order_state::shipped, "shipped"},
                   choice{order_state::cancelled, "cancelled"}};
}

struct order {
    std::int64_t number = 0;
    date ordered;
    std::vector<order_line> lines;
    std::int64_t total = 0;
    order_state state = order_state::open;
    std::optional<payment> paid_by;
};
constexpr auto describe(callbox::as<order>) {
    return fields{field{"number", &order::number}, field{"ordered", &order::ordered},
                  field{"lines", &order::lines}.size(1, 100),
                  field{"total", &order::total, "in cents"}, field{"state", &order::state},
                  field{"paid_by", &order::paid_by}};
}

// A change of a product's stock.
struct movement {
    std::chrono::sys_time<std::chrono::milliseconds> at;
    std::string sku;
    std::int64_t change = 0;
    std::string by;
};
constexpr auto describe(callbox::as<movement>) {
    return fields{field{"at", &movement::at}, field{"sku", &movement::sku},
                  field{"change", &movement::change},
                  field{"by", &movement::by, "the name of the caller's token"}};
}

// A part of a list.
template <class T> struct page {
    std::vector<T> items;
    std::size_t total = 0;
};
template <class T> constexpr auto describe(callbox::as<page<T>>) {
    return fields{field{"items", &page<T>::items}, field{"total", &page<T>::total, "of the list"}};
}

// The contents of the data file.
struct contents {
    std::vector<product> products;
    std::vector<order> orders;
    std::vector<movement> movements;
};
constexpr auto describe(callbox::as<contents>) {
    return fields{field{"products", &contents::products}, field{"orders", &contents::orders},
                  field{"movements", &contents::movements}};
}

}  // namespace inventory
