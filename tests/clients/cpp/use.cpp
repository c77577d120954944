// Uses the generated clients against servers: use EXAMPLE EVERYTHING INVENTORY, each a URL.
#include "everything.hpp"
#include "example.hpp"
#include "inventory.hpp"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

int failed = 0;
int passed = 0;

void claim(bool holds, std::string_view what) {
    if (holds) ++passed;
    else std::printf("FAILED: c++: %.*s\n", static_cast<int>(what.size()), what.data()), ++failed;
}

template <class T> bool is(const callbox::result<T>& got, const T& wanted) {
    if (!got) std::printf("%d: %s\n", got.failure().code, got.failure().message.c_str());
    return got && *got == wanted;
}
template <class T> bool fails(const callbox::result<T>& got, int code) {
    return !got && got.failure().code == code;
}

std::string every_character() {
    std::string all;
    for (int c = 1; c < 128; ++c) all.push_back(static_cast<char>(c));
    return all + "\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80";
}

void use_example(const char* url) {
    example::Client api(url);
    constexpr std::int64_t greatest = INT64_MAX, least = INT64_MIN;
    claim(is(api.ping(), std::string("pong")), "ping");
    claim(is(api.math.add(greatest, 0), greatest), "2^63 - 1 is exact");
    claim(is(api.math.add(least, 0), least), "-2^63 is exact");
    claim(is(api.math.sub(2, 3), std::int64_t{-1}), "math.sub");
    claim(is(api.math.mul({.a = 2, .b = 3}), std::int64_t{6}), "by name");
    claim(fails(api.math.add(greatest, 1), example::MathAddError::the_sum_does_not_fit_64_bits),
          "a declared error has a constant");
    claim(is(api.greeting.hello("Ada"), std::string("Hello, Ada!")), "text");
    const std::string all = every_character();
    claim(is(api.greeting.hello(all), "Hello, " + all + "!"), "every escape");
    const std::string much(64 << 10, 'x');
    claim(is(api.greeting.hello(much), "Hello, " + much + "!"), "64 KiB");
    claim(is(api.greeting.hello(""), std::string("Hello, !")), "no text");

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
    constexpr std::uint64_t greatest = UINT64_MAX;
    claim(is(api.type.greatest(greatest), std::optional(greatest)), "2^64 - 1 is exact");
    claim(is(api.type.greatest(), std::optional<std::uint64_t>()), "absent, and null");
    claim(is(api.type.greatest(std::optional<std::uint64_t>(1), {.known = false}),
             std::optional<std::uint64_t>()), "by position and by name");
    claim(is(api.type.greatest({}, {.label = "abc"}), std::optional<std::uint64_t>()),
          "a parameter that is left out before one that is given");
    const auto refused = api.type.greatest({}, {.label = "too long"});
    claim(fails(refused, -32602) && api.faults().size() == 1 &&
              api.faults()[0].pointer == "/label", "faults have pointers");

    const everything::Payment by[] = {everything::Transfer{.iban = "DE1", .days = 7},
                                      everything::PaymentCard{.number = "4111", .code = {}},
                                      everything::Cash{}};
    claim(is(api.union_.pay(by[0]),
             everything::PaymentResult(everything::TransferResult{.iban = "DE1", .days = 7})),
          "a tagged union");
    claim(is(api.union_.pay(by[1]),
             everything::PaymentResult(everything::PaymentCard{.number = "4111", .code = {}})),
          "an optional member that is absent");
    claim(is(api.union_.pay(by[2]), everything::PaymentResult(everything::Cash{})), "no members");
    const auto many = api.union_.pay_all({by[0], by[2]}, {{"x", by[1]}}, by[2]);
    claim(many && (*many).size() == 4, "lists and maps of unions");
    using everything::Number, everything::Sum;
    const everything::NumberOrSum term = Sum{{Number{1}, Sum{{Number{2.5}}}}};
    claim(is(api.union_.value(term), 3.5), "a union within itself");
    const everything::Folder tree{"a", {{"b", {}}, {"c", {{"d", {}}}}}};
    claim(is(api.type.count_folders(tree), std::uint64_t{4}), "a struct within itself");

    const auto zero = api.type.same(-0.0);
    claim(zero && std::signbit(std::get<double>(*zero)), "-0.0 keeps its sign");
    claim(fails(api.type.same(std::numeric_limits<double>::quiet_NaN()), callbox::not_understood),
          "what has no form in JSON is not sent");
    claim(is(api.geo.convert({4, everything::Unit::ft}),
             std::tuple<double, everything::Unit>(1, everything::Unit::m)), "tuples and choices");
    claim(is(api.geo.rotate({1, 2, 3}), std::vector<std::int64_t>{2, 3, 1}), "an array");
    claim(is(api.type.total({{"a", 1}, {"", 2}}), std::int64_t{3}), "a map with an empty name");
    claim(is(api.text.reversed("AQID"), std::string("AwIB")), "base64 is text");
    claim(fails(api.math.div(1, 0), 1) && api.math.div(1, 0).failure().data.has_value(),
          "an error with data");
    claim(static_cast<bool>(api.counter.reset()), "a result of nothing");
}

// Random values go out and come back equal.
void go_round(const char* url, unsigned seed) {
    everything::Client api(url);
    std::mt19937_64 random(seed);
    const auto below = [&](std::uint64_t n) { return random() % n; };
    const auto text = [&] {
        std::string made;
        for (std::uint64_t i = below(12); i > 0; --i) {
            static constexpr std::string_view pieces[] = {
                "a", "\"", "\\", "\n", "\x01", "/", " ", "\xc3\xa4", "\xf0\x9f\x98\x80", "\x7f"};
            made += pieces[below(std::size(pieces))];
        }
        return made;
    };
    bool all_same = true;
    for (int i = 0; i < 300 && all_same; ++i) {
        const std::string one = text();
        const auto same = api.type.same(one);
        all_same &= same && std::get<std::string>(*same) == one;
        const double number = std::ldexp(static_cast<double>(random()),
                                         static_cast<int>(below(200)) - 100);
        const auto back = api.type.same(number);
        all_same &= back && std::get<double>(*back) == number;
        const everything::Point point{static_cast<double>(below(2000)) - 1000, number};
        const auto there = api.geo.middle({point});
        all_same &= is(there, point);
        const auto wide = static_cast<std::int64_t>(random());
        all_same &= is(api.type.total({{one, wide}}), wide);
        std::vector<callbox::json> list;
        for (std::uint64_t n = below(5); n > 0; --n) list.push_back(callbox::json(text()));
        list.push_back(callbox::json(random()));
        all_same &= is(api.type.same_json(callbox::json(list)), callbox::json(list));
    }
    claim(all_same, "random values come back equal, seed " + std::to_string(seed));
}

void use_inventory(const char* url) {
    inventory::Client api(url, {.token = "owner-owner-owner-owner"});
    inventory::Product hammer{.sku = "A-1", .name = "Hammer", .price = 990};
    claim(static_cast<bool>(api.product.create(hammer)), "a struct with defaults");
    const auto got = api.product.get("A-1");
    claim(got && (*got).kind == inventory::Category::part && (*got).stock == 0,
          "the server's defaults come back");
    claim(fails(api.product.create(hammer), 409), "a declared error");
    claim(fails(api.product.get("B"), 404), "another");
    inventory::Client shop(url, {.token = "shop-shop-shop-shop"});
    claim(static_cast<bool>(shop.product.get("A-1")), "a token");
    claim(!shop.product.remove("A-1"), "a token's scope ends");
    inventory::Client nobody(url, {.token = "wrong-wrong-wrong-wrong"});
    claim(fails(nobody.product.get("A-1"), callbox::transport::unauthorized), "a wrong token");
    inventory::Client none("http://127.0.0.1:1/api");
    claim(fails(none.product.get("A-1"), callbox::transport::cannot_connect), "nobody listens");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    const unsigned seed = std::random_device{}();
    use_example(argv[1]);
    use_everything(argv[2]);
    go_round(argv[2], seed);
    use_inventory(argv[3]);
    std::printf("ok: c++: %d claims hold\n", passed);
    return failed == 0 ? 0 : 1;
}
