// Uses the generated clients against servers: use EXAMPLE EVERYTHING INVENTORY SEED, three URLs and
// the number that random values are made of. Here is what a client promises beside its methods.
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
    claim(fails(failure, 1), "a call that fails leaves the others of its batch");
    claim(static_cast<bool>(api.notify.math.add(1, 2)), "a notification is taken");
    claim(static_cast<bool>(api.notify.math.add(greatest, 1)), "nobody is told that it fails");
    claim(is(api.ping(), std::string("pong")), "the connection goes on");
}

void use_everything(const char* url) {
    everything::Client api(url);
    const auto refused = api.type.greatest({}, {.label = "too long"});
    claim(fails(refused, -32602) && api.argument_errors().size() == 1 &&
              api.argument_errors()[0].pointer == "/label", "faults have pointers");
    claim(fails(api.type.same(std::numeric_limits<double>::quiet_NaN()), callbox::not_understood),
          "what has no form in JSON is not sent");
    claim(fails(api.type.same(std::string("\xff")), callbox::not_understood),
          "nor what is not UTF-8");
    claim(static_cast<bool>(api.counter.reset()), "a result of nothing");
    claim(api.notify.counter.advance(7) && api.notify.counter.advance(1000),
          "notifications, of which one fails");
    claim(is(api.counter.advance(), std::uint64_t{8}), "the other is a call");
}

void use_inventory(const char* url) {
    inventory::Client api(url, {.token = "owner-owner-owner-owner"});
    claim(static_cast<bool>(api.product.create({.sku = "T", .name = "Tape", .price = 1})),
          "a token for all methods");
    inventory::Client shop(url, {.token = "shop-shop-shop-shop"});
    claim(static_cast<bool>(shop.product.get("T")), "a token for some");
    claim(fails(shop.product.remove("T"), -32601), "a token's scope ends");
    inventory::Client nobody(url, {.token = "wrong-wrong-wrong-wrong"});
    claim(fails(nobody.product.get("T"), callbox::transport::unauthorized), "a wrong token");
    inventory::Client none("http://127.0.0.1:1/api");
    claim(fails(none.product.get("T"), callbox::transport::cannot_connect), "nobody listens");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    const urls servers{argv[1], argv[2], argv[3]};
    const std::uint64_t seed = std::strtoull(argv[4], nullptr, 10);
    call_all(servers);
    use_example(servers.example);
    use_everything(servers.everything);
    use_inventory(servers.inventory);
    go_round(servers, seed);
    std::printf("%s: c++: %d claims hold, seed %llu\n", failed == 0 ? "ok" : "FAILED", passed,
                static_cast<unsigned long long>(seed));
    return failed == 0 ? 0 : 1;
}
