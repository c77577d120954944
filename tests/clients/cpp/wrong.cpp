// The compiler must refuse the marked lines and no others: these errors must not wait until run
// time.
#include "everything.hpp"
#include "example.hpp"
#include "inventory.hpp"

void use(example::Client& api) {
    (void)api.math.add(2, 3);
    (void)api.math.add("2", 3);  // refused
    (void)api.math.add(2);  // refused
    (void)api.math.mul({.a = 2, .b = 3});
    (void)api.math.mul({.a = 2});  // refused
    (void)api.math.mul({.b = 2});  // refused
    (void)api.math.mul({});  // refused
    (void)api.math.mul({.a = 2, .b = {}});  // refused
    (void)api.math.mul({.a = 2, .b = 1.5});  // refused
    (void)api.math.mul(2, 3);  // refused
    (void)api.math.mul({.a = 2, .c = 3});  // refused
    (void)api.math.div(2, 3);  // refused
    std::string sum = *api.math.add(2, 3);  // refused
    auto [a, b] = api.batch(api.of.math.add(2, 3), api.of.ping());
    auto [c, d] = api.batch(api.math.add(2, 3), api.of.ping());  // refused
    (void)api.with({.timeout_ms = 50, .retries = 0}).ping();
    (void)api.notify.with({.timeout_ms = 50}).ping();
    (void)api.of.with({.timeout_ms = 50});  // refused
    auto [e, f] = api.batch({.timeout_ms = 50}, api.of.ping(), api.of.ping());
}

void use(inventory::Client& api) {
    using namespace std::chrono_literals;
    (void)api.product.create({.sku = "A", .name = "Saw", .price = 1});
    (void)api.product.create({.name = "Saw", .price = 1});  // refused
    (void)api.product.create({.sku = "A", .price = 1});  // refused
    (void)api.product.create({.sku = "A", .name = "Saw"});  // refused
    (void)api.product.create({.sku = "A", .name = "Saw", .price = {}});  // refused
    (void)api.product.create({});  // refused
    (void)api.order.pay(1, inventory::Card{.number = "1234", .holder = "Ada"});
    (void)api.order.pay(1, inventory::Card{.number = "1234"});  // refused
    (void)api.order.pay(1, inventory::Card{.holder = "Ada"});  // refused
    (void)api.order.place({{.sku = "A", .count = 1}});
    (void)api.order.place({{.sku = "A"}});  // refused
    (void)api.product.end_sale("A", 2027y / 1 / 31);
    (void)api.product.end_sale("A", "2027-01-31");  // refused
    (void)api.stock.changed("A");
    (void)api.notify.stock.changed();  // refused
    (void)api.of.stock.changed();  // refused
}

void use(everything::Client& api, const everything::Event& sent) {
    (void)api.text.keep({.day = sent.day, .at = sent.at, .id = sent.id});
    (void)api.text.keep({.at = sent.at, .id = sent.id});  // refused
    (void)api.text.keep({.day = sent.day, .id = sent.id});  // refused
    (void)api.text.keep({.day = sent.day, .at = sent.at});  // refused
    (void)api.text.keep({.day = sent.day, .at = sent.at, .id = "f81d4fae"});  // refused
    (void)api.text.reversed({std::byte{1}, std::byte{2}});
    (void)api.text.reversed("AQI=");  // refused
    (void)api.geo.longest({{.name = "a", .path = {{.x = 1, .y = 2}, {3, 4}}}});
    (void)api.geo.longest({{.path = {{.x = 1, .y = 2}}}});  // refused
    (void)api.geo.longest({{.name = "a"}});  // refused
    (void)api.geo.longest({{.name = "a", .path = {{.x = 1}}}});  // refused
    (void)api.type.count_folders({.name = "a"});  // refused
}
