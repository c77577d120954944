// Calls each method of three documents, and makes it fail with each error that arguments can cause.
#include "use.hpp"

#include "claims.hpp"
#include "everything.hpp"
#include "example.hpp"
#include "inventory.hpp"

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace {

using one_of_several = std::variant<std::monostate, bool, double, std::string,
                                    std::vector<std::int64_t>, everything::Point>;
using bytes = std::vector<std::byte>;
constexpr std::int64_t greatest = INT64_MAX, least = INT64_MIN;

void call_example(const char* url) {
    proof p(url);
    example::Calls<checking> api(checking{p.to()});
    p.returns(api.ping(), "pong");
    p.returns(api.math.add(2, 3), 5);
    p.returns(api.math.sub(2, 3), -1);
    p.returns(api.math.mul({.a = 2, .b = 3}), 6);
    p.returns(api.greeting.hello("Ada"), "Hello, Ada!");
    p.refuses(api.math.add(greatest, 1), example::MathAddError::error_1);
    p.refuses(api.math.sub(least, 1), example::MathSubError::error_1);
    p.refuses(api.math.mul({.a = greatest, .b = 2}), example::MathMulError::error_1);
    p.is_complete({});
}

void call_types(proof& p, everything::Calls<checking>& api) {
    using everything::Folder, everything::Point, everything::Unit;
    p.returns(api.geo.middle({{0, 0}, {2, 4}}), Point{1, 2});
    p.returns(api.geo.longest({{"a", {{1, 2}}}, {"b", {{0, 0}, {3, 4}}, "long", Unit::ft, 8}}),
              {"b", {{0, 0}, {3, 4}}, "long", Unit::ft, 8});
    p.returns(api.geo.longest({{"a", {{1, 2}}}}), {"a", {{1, 2}}, {}, Unit::m, 2});
    p.returns(api.geo.convert({4, Unit::ft}), {1, Unit::m});
    p.returns(api.geo.convert({1, Unit::m}), {4, Unit::ft});
    p.returns(api.geo.rotate({1, INT32_MIN, INT32_MAX}), {INT32_MIN, INT32_MAX, 1});
    p.refuses_arguments(api.geo.rotate({1, 2}));
    p.refuses_arguments(api.geo.rotate({1, 2, INT64_C(3) << 31}));

    p.returns(api.type.count_words({"a", "b", "a", ""}), {{"", 1}, {"a", 2}, {"b", 1}});
    p.returns(api.type.count_words({}), {});
    p.returns(api.type.total({{"a", 1}, {"", 2}}), 3);
    p.returns(api.type.total({{"a", greatest}, {"b", least}}), -1);
    const one_of_several several[] = {std::monostate(), true, false, 1.5, std::string("x"),
                                      std::vector<std::int64_t>{1, 2}, Point{1, 2}};
    for (const one_of_several& value : several) p.returns(api.type.same(value), value);
    p.returns(api.type.same_json(callbox::json(1)), callbox::json(1));
    p.returns(api.type.mix("00", "10"), "08");
    const std::vector<everything::Folder> none;
    p.returns(api.type.count_folders({"a", {{"b", none}, {"c", {{"d", none}}}}}), 4);
    p.returns(api.type.greatest(UINT64_MAX), {UINT64_MAX});
    p.returns(api.type.greatest(), {});
    p.returns(api.type.greatest(1, {.known = false}), {});
    p.returns(api.type.greatest(0, {.known = true, .label = "abc"}), {0});
    p.returns(api.type.greatest({}, {.label = "abc"}), {});
    p.refuses_arguments(api.type.greatest({}, {.label = "too long"}));
}

void call_unions(proof& p, everything::Calls<checking>& api) {
    using namespace everything;
    p.returns(api.union_.pay(Transfer{.iban = "DE1"}), TransferResult{.iban = "DE1", .days = 3});
    p.returns(api.union_.pay(PaymentCard{.number = "4111", .code = 7}),
              PaymentCard{.number = "4111", .code = 7});
    p.returns(api.union_.pay(Cash{}), Cash{});
    p.refuses_arguments(api.union_.pay(PaymentCard{.number = "", .code = {}}));
    p.returns(api.union_.pay_all({Cash{}, Transfer{"x", 1}}, {{"", PaymentCard{"1", {}}}}, Cash{}),
              {{"", PaymentCard{"1", {}}}, {"1", Cash{}}, {"2", TransferResult{"x", 1}},
               {"last", Cash{}}});
    p.returns(api.union_.pay_all({}, {}), {});
    p.returns(api.union_.swipe({"4111", 65535}), {"4111", 65535});
    p.returns(api.union_.swipe({"4111", {}}), {"4111", {}});
    p.refuses_arguments(api.union_.swipe({"4111", 65536}));
    p.returns(api.union_.value(Sum{{Number{1}, Sum{{Number{2.5}}}}}), 3.5);
    p.returns(api.union_.value(Sum()), 0.0);
}

void call_others(proof& p, everything::Calls<checking>& api) {
    using namespace std::chrono;
    const callbox::uuid id = *callbox::uuid::parse("f81d4fae-7dec-41d0-8765-00a0c91e6bf6");
    const sys_days leap = 2024y / February / 29;
    const everything::Event first{leap, leap + 90min, id, sys_days(1999y / 12 / 31) + 86399s};
    p.returns(api.text.keep(first), first);
    const everything::Event early{leap, sys_time<microseconds>(-1us), callbox::uuid(), {}};
    p.returns(api.text.keep(early), early);
    p.refuses_arguments(api.text.keep({leap, leap, id, leap + 1us}));  // its decimals
    p.returns(api.text.next_day(2023y / 12 / 31), 2024y / 1 / 1);
    const auto invalid = api.text.next_day(2023y / February / 29);
    claim(fails(invalid.result, callbox::not_understood), "an invalid date is not sent");
    p.returns(api.text.reversed(bytes{std::byte{1}, std::byte{2}, std::byte{3}}),
              {std::byte{3}, std::byte{2}, std::byte{1}});
    p.returns(api.text.reversed({}), {});
    p.refuses_arguments(api.text.reversed(bytes(301)));

    p.returns(api.math.div(1, 4), 0.25);
    p.returns_such(api.math.div(-0.0, 1), [](double zero) { return std::signbit(zero); });
    const auto divided = api.math.div(3, 0);
    p.refuses(divided, everything::MathDivError::division_by_zero);
    claim(divided.result.error().data == callbox::json(3), "an error has data");

    p.succeeds(api.counter.reset());
    p.returns(api.counter.advance(), 1);
    p.returns(api.counter.advance(100), 101);
    p.refuses_arguments(api.counter.advance(0));
    p.succeeds(api.counter.reset());
    p.returns(api.counter.advance(1), 1);

    p.returns(api.work.count(2), 2);
    p.refuses(api.work.count(0), everything::WorkCountError::nothing_to_count);
    p.returns(api.work.count_later(2), 2);
    p.returns(api.work.cancelled(), 0);
}

void call_deprecated(proof& p, everything::Calls<checking>& api) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    p.returns(api.old.one(), 1);
#pragma GCC diagnostic pop
}

void call_everything(const char* url) {
    proof p(url);
    everything::Calls<checking> api(checking{p.to()});
    call_types(p, api);
    call_unions(p, api);
    call_others(p, api);
    call_deprecated(p, api);
    p.is_complete({{"math.div", everything::MathDivError::another}});
}

void call_products(proof& p, inventory::Calls<checking>& api) {
    using namespace inventory;
    using namespace std::chrono;
    const ProductResult hammer{"A-1", "Hammer", Category::part, 990, 0, {}};
    ProductResult now = hammer;
    const auto last_day = 2027y / 1 / 31;
    p.returns(api.product.create({.sku = "A-1", .name = "Hammer", .price = 990}), hammer);
    p.refuses(api.product.create({.sku = "A-1", .name = "Saw", .price = 1}),
              ProductCreateError::conflict_with_existing_data);
    p.refuses_arguments(api.product.create({.sku = "", .name = "Saw", .price = 1}));
    p.returns(api.product.get("A-1"), hammer);
    p.refuses(api.product.get("none"), ProductGetError::not_found);
    now.name = "Big hammer";
    p.returns(api.product.rename("A-1", "Big hammer"), now);
    p.refuses(api.product.rename("none", "x"), ProductRenameError::not_found);
    now.price = INT64_MAX;
    p.returns(api.product.set_price("A-1", INT64_MAX), now);
    p.refuses_arguments(api.product.set_price("A-1", -1));
    p.refuses(api.product.set_price("none", 1), ProductSetPriceError::not_found);
    now.price = 995;
    p.returns(api.product.set_price("A-1", 995), now);
    now.sold_until = last_day;
    p.returns(api.product.end_sale("A-1", last_day), now);
    p.refuses(api.product.end_sale("none", last_day), ProductEndSaleError::not_found);

    p.returns(api.product.list(), {{now}, 1});
    p.returns(api.product.list(Category::tool), {{}, 0});
    p.returns(api.product.list({}, {.from = 1}), {{}, 1});
    p.returns(api.product.find("ig h"), {now});
    p.returns(api.product.find("saw"), {});
    p.returns(api.product.create({"B-2", "Saw", Category::tool, 1, 1, 2030y / 1 / 1}),
              {"B-2", "Saw", Category::tool, 1, 1, 2030y / 1 / 1});
    p.refuses(api.product.remove("B-2"), ProductRemoveError::conflict_with_existing_data);
    p.returns(api.stock.take("B-2", 1), 0);
    p.succeeds(api.product.remove("B-2"));
    p.refuses(api.product.remove("B-2"), ProductRemoveError::not_found);
}

void call_stock(proof& p, inventory::Calls<checking>& api) {
    using namespace inventory;
    p.returns(api.stock.receive("A-1", 12), 12);
    p.refuses(api.stock.receive("none", 1), StockReceiveError::not_found);
    p.returns(api.stock.take("A-1", 2), 10);
    p.refuses(api.stock.take("none", 1), StockTakeError::not_found);
    p.refuses(api.stock.take("A-1", 11), StockTakeError::conflict_with_existing_data);
    p.returns(api.stock.low(), {});
    p.returns_such(api.stock.low(11), [](auto& few) { return few.size() == 1; });
    p.returns_such(api.stock.movements("A-1"), [](auto& all) {
        return all.size() == 2 && all[0].change == 12 && all[1].change == -2 &&
               all[1].by_ == "owner" && all[1].at >= all[0].at;
    });
    p.returns(api.stock.movements("A-1", std::chrono::year(9999) / 12 / 31), {});
    p.returns(api.stock.value(), 9950);
}

void call_orders(proof& p, inventory::Calls<checking>& api) {
    using namespace inventory;
    using namespace std::chrono;
    Order one{1, 2026y / 1 / 2, {{"A-1", 2}}, 1990, OrderState::open, {}};
    Order two{2, 2026y / 1 / 3, {{"A-1", 100}, {"A-1", 1}}, 100495, OrderState::open, {}};
    p.returns(api.order.place(one.lines, one.ordered), one);
    p.returns(api.order.place(two.lines, two.ordered), two);
    p.returns_such(api.order.place({{"A-1", 1}}, {}), [](auto& made) { return made.number == 3; });
    p.refuses(api.order.place({{"none", 1}}), OrderPlaceError::not_found);
    p.refuses(api.order.place({{"A-1", 1}}, 2027y / 2 / 1),
              OrderPlaceError::conflict_with_existing_data);
    p.returns(api.order.get(2), two);
    p.refuses(api.order.get(9), OrderGetError::not_found);
    p.returns(api.order.unpaid(2026y / 1 / 3), {one});

    one.paid_by = Card{"1234", "Ada"};
    one.state = OrderState::paid;
    p.refuses(api.order.ship(1), OrderShipError::conflict_with_existing_data);
    p.returns(api.order.pay(1, *one.paid_by), one);
    p.refuses(api.order.pay(1, Cash{}), OrderPayError::conflict_with_existing_data);
    p.refuses(api.order.pay(9, Cash{}), OrderPayError::not_found);
    one.state = OrderState::shipped;
    p.returns(api.order.ship(1), one);
    p.refuses(api.order.ship(9), OrderShipError::not_found);
    two.paid_by = Transfer{"DE02120300000000202051"};
    two.state = OrderState::paid;
    p.returns(api.order.pay(2, *two.paid_by), two);
    p.refuses(api.order.ship(2), OrderShipError::conflict_with_existing_data);
    p.returns_such(api.order.cancel(3), [](auto& o) { return o.state == OrderState::cancelled; });
    p.refuses(api.order.cancel(3), OrderCancelError::conflict_with_existing_data);
    p.refuses(api.order.cancel(9), OrderCancelError::not_found);
    p.returns(api.order.list({}, {.most = 2}), {{one, two}, 3});
    p.returns(api.order.list(OrderState::paid), {{two}, 1});
    p.returns(api.order.list({}, {.from = 3}), {{}, 3});
}

void call_inventory(const char* url) {
    proof p(url, {.token = "owner-owner-owner-owner"});
    inventory::Calls<checking> api(checking{p.to()});
    call_products(p, api);
    call_stock(p, api);
    call_orders(p, api);
    // The table declares both errors for all methods. These cannot occur:
    using namespace inventory;
    p.is_complete({
        {"order.list", OrderListError::not_found},
        {"order.unpaid", OrderUnpaidError::not_found},
        {"product.create", ProductCreateError::not_found},
        {"product.find", ProductFindError::not_found},
        {"product.list", ProductListError::not_found},
        {"stock.low", StockLowError::not_found},
        {"stock.movements", StockMovementsError::not_found},
        {"stock.value", StockValueError::not_found},
        {"order.get", OrderGetError::conflict_with_existing_data},
        {"order.list", OrderListError::conflict_with_existing_data},
        {"order.unpaid", OrderUnpaidError::conflict_with_existing_data},
        {"product.end_sale", ProductEndSaleError::conflict_with_existing_data},
        {"product.find", ProductFindError::conflict_with_existing_data},
        {"product.get", ProductGetError::conflict_with_existing_data},
        {"product.list", ProductListError::conflict_with_existing_data},
        {"product.rename", ProductRenameError::conflict_with_existing_data},
        {"product.set_price", ProductSetPriceError::conflict_with_existing_data},
        {"stock.low", StockLowError::conflict_with_existing_data},
        {"stock.movements", StockMovementsError::conflict_with_existing_data},
        {"stock.receive", StockReceiveError::conflict_with_existing_data},
        {"stock.value", StockValueError::conflict_with_existing_data},
    });
}

}  // namespace

void call_all(const urls& servers) {
    call_example(servers.example);
    call_everything(servers.everything);
    call_inventory(servers.inventory);
}
