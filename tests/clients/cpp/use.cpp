// Uses the generated clients with servers: use EXAMPLE EVERYTHING INVENTORY SEED PROXY ANSWERS,
// three URLs, the seed for random values, the URL of busy.mjs and the first line of answers.py.
// This file tests everything except methods and failing servers.
#include "use.hpp"

#include "claims.hpp"
#include "everything.hpp"
#include "example.hpp"
#include "inventory.hpp"

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

namespace {

void use_example(const char* url) {
    example::Client api(url);
    constexpr std::int64_t greatest = INT64_MAX, least = INT64_MIN;
    claim(is(api.math.add(greatest, 0), greatest), "2^63 - 1 is exact");
    claim(is(api.math.add(least, 0), least), "-2^63 is exact");
    const std::string much(64 << 10, 'x');
    claim(is(api.greeting.hello(much), "Hello, " + much + "!"), "64 KiB");

    auto [sum, failure, pong] = api.batch(api.of.math.add(1, 2), api.of.math.add(greatest, 1),
                                          api.of.ping());
    claim(is(sum, std::int64_t{3}) && is(pong, std::string("pong")), "a batch");
    claim(fails(failure, 1), "a call that fails does not affect the others in its batch");
    claim(static_cast<bool>(api.notify.math.add(1, 2)), "a notification is accepted");
    claim(static_cast<bool>(api.notify.math.add(greatest, 1)),
          "a notification that fails gets no response");
    claim(is(api.ping(), std::string("pong")), "the connection is still usable");
}

void use_everything(const char* url) {
    everything::Client api(url);
    const callbox::argument_error label{"/label", "string of 0 to 5 characters", "8 characters"};
    const auto refused = api.type.greatest({}, {.label = "too long"});
    claim(fails(refused, -32602) && api.argument_errors().size() == 1 &&
              api.argument_errors()[0] == label, "an argument error of a named argument");
    claim(fails(api.geo.longest({{"a", {{0, 0}, {2000, 0}}}}), -32602) &&
              api.argument_errors().size() == 1 &&
              api.argument_errors()[0].path == "/0/0/path/1/x" &&
              api.argument_errors()[0].text() ==
                  "expected number from -1000 to 1000, got integer out of range",
          "the path of an argument error is that of the params as sent");
    claim(fails(api.geo.middle({}), -32602) && api.argument_errors().size() == 1,
          "no argument error of an earlier call");
    claim(fails(api.type.same(std::numeric_limits<double>::quiet_NaN()), callbox::not_understood),
          "a value without a JSON form is not sent");
    claim(fails(api.type.same(std::string("\xff")), callbox::not_understood),
          "invalid UTF-8 is not sent");
    claim(static_cast<bool>(api.counter.reset()), "a method without a result");
    claim(api.notify.counter.advance(7) && api.notify.counter.advance(1000),
          "notifications, one of which fails");
    claim(is(api.counter.advance(), std::uint64_t{8}), "the other notification was executed");
}

void use_inventory(const char* url) {
    inventory::Client api(url, {.token = "owner-owner-owner-owner"});
    claim(static_cast<bool>(api.product.create({.sku = "T", .name = "Tape", .price = 1})),
          "a token for all methods");
    auto changes = api.stock.changed("T");
    auto others = api.with({.timeout_ms = 9'000}).stock.changed("other");
    claim(is(api.stock.receive("T", 3), std::int64_t{3}), "a change of which there is an event");
    const auto change = changes.next();
    claim(change && change->sku == "T" && change->change == 3, "an event is typed");
    claim(changes.seq().has_value() && !changes.has_ended(), "an event has a seq");
    auto again = api.stock.changed({}, {.since = changes.seq()});
    claim(fails(again.next(0), callbox::transport::timed_out), "nothing is after the last `since`");
    claim(fails(others.next(0), callbox::transport::timed_out), "the filter excludes other events");
    claim(is(api.stock.take("T", 3), std::int64_t{0}), "the stock is empty again");
    inventory::Client shop(url, {.token = "shop-shop-shop-shop"});
    claim(static_cast<bool>(shop.product.get("T")), "a token for some methods");
    claim(fails(shop.product.remove("T"), -32601), "a method outside the scope of the token");
    inventory::Client unknown(url, {.token = "wrong-wrong-wrong-wrong"});
    claim(fails(unknown.product.get("T"), callbox::transport::unauthorized), "an invalid token");
    inventory::Client none("http://127.0.0.1:1/api");
    claim(fails(none.product.get("T"), callbox::transport::cannot_connect), "no server");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 7) return 2;
    const urls servers{argv[1], argv[2], argv[3]};
    const std::uint64_t seed = std::strtoull(argv[4], nullptr, 10);
    call_all(servers);
    use_example(servers.example);
    use_everything(servers.everything);
    use_inventory(servers.inventory);
    meet_failures(servers, argv[6], argv[5]);
    go_round(servers, seed);
    std::printf("%s: c++: %d claims hold, seed %llu\n", failed == 0 ? "ok" : "FAILED", passed,
                static_cast<unsigned long long>(seed));
    return failed == 0 ? 0 : 1;
}
