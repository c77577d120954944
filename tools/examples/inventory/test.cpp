// Calls the methods without a network. Exit status 0: all tests passed.
#include "methods.hpp"

#include <callbox/test.hpp>

#include <cstdio>
#include <filesystem>
#include <limits>

namespace {

using namespace inventory;
using client = callbox::test::client<methods>;

int failures = 0;

void expect(bool holds, const char* what) {
    if (!holds) std::printf("FAILED: %s\n", what), ++failures;
}

// The product used by the examples.
store stocked() {
    return store(contents{
        .products = {{"A-1", "Hammer", category::tool, 990, 2, std::nullopt}},
        .orders = {},
        .movements = {}});
}

void sells_stock() {
    store s = stocked();
    client c(s);
    const auto ordered = c.call<"order.place">(std::vector<order_line>{{"A-1", 2}});
    expect(ordered && ordered->total == 1980, "an order has a total");
    expect(!c.call<"order.ship">(1), "an unpaid order is not shipped");
    expect(bool(c.call<"order.pay">(1, payment(card{"1234", "Ada"}))), "a card pays");
    const auto shipped = c.call<"order.ship">(1);
    expect(shipped && shipped->state == order_state::shipped, "a paid order is shipped");
    expect(*c.call<"stock.value">() == 0, "and is no longer in stock");
    const auto moved = c.call<"stock.movements">("A-1");
    expect(moved && moved->size() == 1 && moved->front().change == -2, "which is recorded");
}

void publishes_written_changes() {
    store s = stocked();
    client c(s);
    expect(c.call<"stock.take">("A-1", 2) && !c.call<"stock.take">("A-1", 1), "2 are taken, not 3");
    const auto changes = c.events<"stock.changed">();
    expect(changes.size() == 1 && changes[0].change == -2, "a change is published once");
}

void rejects_errors() {
    store s = stocked();
    client c(s);
    const auto missing = c.call<"product.get">("B-2");
    expect(!missing && missing.error().code == 404, "a missing product is 404");
    const auto twice = c.call<"product.create">(product{"A-1", "Saw", category::tool, 1, 0, {}});
    expect(!twice && twice.error().code == 409, "a number is unique");
    const auto gold = *callbox::json::parse(R"({"kind":"gold"})");
    expect(!c.call<"order.pay">(1, gold) && c.argument_errors().size() == 1, "gold pays nothing");
    expect(!c.call<"stock.take">("A-1", 0) && c.argument_errors().size() == 1,
           "taking nothing is an error");
    (void)c.call<"product.end_sale">("A-1", date{std::chrono::year{2020} / 1 / 31});
    const auto late = c.call<"order.place">(std::vector<order_line>{{"A-1", 1}});
    expect(!late && late.error().code == 409, "a product is not ordered after its sale");
}

void rejects_overflow() {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    store s = stocked();
    client c(s);
    const auto is_conflict = [](const auto& got) { return !got && got.error().code == 409; };
    const product gem{"G-7", "Gem", category::material, std::int64_t{1} << 62, most, {}};
    expect(bool(c.call<"product.create">(gem)), "a price may be large");
    const auto place = [&](std::int64_t first, std::int64_t second) {
        return c.call<"order.place">(std::vector<order_line>{{"G-7", first}, {"G-7", second}});
    };
    expect(is_conflict(place(4, 1)), "a line's total does not overflow");
    expect(is_conflict(place(1, 1)), "an order's total does not overflow");
    expect(is_conflict(c.call<"stock.receive">("G-7", 1)), "a count does not overflow");
    expect(is_conflict(c.call<"stock.value">()), "a value does not overflow");
    expect(c.call<"product.get">("G-7")->stock == most, "nothing has changed");
}

void stores_a_complete_change_or_none() {
    const auto folder = std::filesystem::temp_directory_path() / "inventory-test";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directory(folder);
    const std::string file = folder / "inventory.json";
    {
        store s(file);
        client c(s);
        const product saw{"B-2", "Saw", category::tool, 2000, 1, std::nullopt};
        const product glue{"C-3", "Glue", category::material, 500, 0, std::nullopt};
        expect(c.call<"product.create">(saw) && c.call<"product.create">(glue), "are created");
        (void)c.call<"order.place">(std::vector<order_line>{{"B-2", 1}, {"C-3", 1}});
        (void)c.call<"order.pay">(1, payment(cash{}));
        expect(!c.call<"order.ship">(1), "half an order is not shipped");
        expect(c.call<"product.get">("B-2")->stock == 1, "and nothing is taken from the stock");
    }
    store again(file);
    client c(again);
    expect(c.call<"product.list">()->total == 2, "created products are in the file");
    expect(c.call<"order.get">(1)->state == order_state::paid, "and so are orders");
    std::filesystem::remove_all(folder);
    expect(!c.call<"product.rename">("B-2", "Fretsaw"), "a change that cannot be written fails");
    expect(c.call<"product.get">("B-2")->name == "Saw", "and changes nothing");
    expect(!c.call<"stock.receive">("B-2", 1), "nor is it received");
    expect(c.events<"stock.changed">().empty(), "or published");
}

}  // namespace

int main() {
    for (const std::string& each : callbox::failing_examples(methods, stocked)) {
        std::printf("FAILED: %s\n", each.c_str());
        ++failures;
    }
    sells_stock();
    publishes_written_changes();
    rejects_errors();
    rejects_overflow();
    stores_a_complete_change_or_none();
    if (failures == 0) std::puts("All tests passed.");
    return failures == 0 ? 0 : 1;
}
