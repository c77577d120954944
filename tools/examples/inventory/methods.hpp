// The methods of the inventory: member functions of the store. They are not thread-safe, so no
// method is blocking, and there is one worker.
#pragma once

#include "store.hpp"

namespace inventory {

using callbox::arg, callbox::by_name_only, callbox::event, callbox::example, callbox::method,
    callbox::reads_only;

inline constexpr callbox::api reading{
    method<"product.get", &store::get>("A product.", "sku", reads_only),
    method<"product.list", &store::list>("Products, in the order of their creation.",
        arg("kind", "only of this kind"), by_name_only, arg("from") = 0,
        arg("most").in(1, 500) = 50, reads_only),
    method<"product.find", &store::find>("Products whose name contains a text.",
        arg("text").length(1, 80), reads_only),
    method<"stock.low", &store::low>("Products with low stock.",
        arg("below").at_least(1) = 10, reads_only),
    method<"stock.movements", &store::movements>("Changes of a product's stock.", "sku",
        arg("since", "the first day"), reads_only),
    method<"stock.value", &store::value>("The value of the stock, in cents.",
        example({}, 1980), reads_only),
    method<"order.get", &store::get_order>("An order.", "number", reads_only),
    method<"order.list", &store::orders>("Orders, the oldest first.", arg("state"), by_name_only,
        arg("from") = 0, arg("most").in(1, 500) = 50, reads_only),
    method<"order.unpaid", &store::unpaid>("Open orders placed before a day.", "before",
        reads_only),
};

inline constexpr callbox::api changing{
    method<"product.create", &store::create>("Adds a product.", "product", callbox::adds_only),
    method<"product.rename", &store::rename>("Changes the name of a product.", "sku",
        arg("name").length(1, 80)),
    method<"product.set_price", &store::set_price>("Changes the price of a product.", "sku",
        arg("price", "in cents").at_least(0)),
    method<"product.end_sale", &store::end_sale>("Ends the sale of a product.", "sku", "last_day",
        example({"A-1", "2027-01-31"}, {"A-1", "Hammer", "tool", 990, 2, "2027-01-31"})),
    method<"product.remove", &store::remove>("Removes a product without stock.", "sku"),
    method<"stock.receive", &store::receive>("Adds to the stock.", "sku",
        arg("count").in(1, 1'000'000), callbox::returns("the new stock"),
        example({"A-1", 3}, 5)),
    method<"stock.take", &store::take>("Takes from the stock.", "sku",
        arg("count").in(1, 1'000'000), callbox::returns("the remaining stock"),
        example({"A-1", 2}, 0)),
    method<"order.place", &store::place>("Orders products.", arg("lines").size(1, 100),
        arg("on", "the day, by default today")),
    method<"order.pay", &store::pay>("Pays an open order.", "number", "payment"),
    method<"order.ship", &store::ship>("Takes a paid order out of the stock.", "number"),
    method<"order.cancel", &store::cancel>("Cancels an open order.", "number"),
};

// Filters of the events: whether a subscriber with these parameters gets this one.
inline bool moves(const movement& m, std::optional<std::string_view> sku) {
    return !sku || m.sku == *sku;
}
inline bool concerns(const order& o, std::optional<std::int64_t> number) {
    return !number || o.number == *number;
}

inline constexpr callbox::api events{
    event<"stock.changed", &store::stock_changed, moves>("A product's stock changed.",
        arg("sku", "only of this product"), callbox::keeps(256)),
    event<"order.changed", &store::order_changed, concerns>("An order was placed, paid, shipped or "
        "cancelled.", arg("number", "only this order")),
};

inline constexpr callbox::api safe = callbox::with<changing>(
    callbox::before<&store::begin>, callbox::after<&store::end>);

inline constexpr callbox::api all = reading + safe + events;
inline constexpr callbox::api methods = callbox::with<all>(
    callbox::raises<not_found>(404, "not found"),
    callbox::raises<conflict>(409, "conflict with existing data"));

}  // namespace inventory
