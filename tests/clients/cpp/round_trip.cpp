// Random values of each type come back unchanged: from a method that returns any JSON, and from
// methods that accept and return that type, where there are any.
#include "use.hpp"

#include "claims.hpp"
#include "everything.hpp"
#include "example.hpp"
#include "inventory.hpp"
#include "random.hpp"
#include "types.hpp"

#include <chrono>
#include <cstddef>
#include <functional>

namespace {

using everything::Unit;
using one_of_several = std::variant<std::monostate, bool, double, std::string,
                                    std::vector<std::int64_t>, everything::Point>;
using other_types = types<
    bool, std::int64_t, std::uint64_t, double, std::string, callbox::json, one_of_several,
    std::chrono::year_month_day, std::chrono::sys_time<std::chrono::microseconds>, callbox::uuid,
    std::vector<std::byte>, callbox::required<std::string>, callbox::required<Unit>,
    std::optional<std::uint64_t>, std::optional<everything::Payment>, std::tuple<double, Unit>,
    std::vector<std::int64_t>, std::vector<std::string>, std::vector<everything::Payment>,
    std::map<std::string, std::uint64_t>, std::map<std::string, std::int64_t>,
    std::map<std::string, everything::PaymentResult>>;

constexpr int times = 200;

void rounds(std::string_view what, const std::function<bool()>& comes_back) {
    int round = 0;
    while (round < times && comes_back()) ++round;
    claim(round == times, std::string(what) + ": round " + std::to_string(round));
}

template <class T> bool same(const callbox::result<T>& got, const std::type_identity_t<T>& wanted) {
    if (!got) std::printf("%d: %s\n", got.error().code, got.error().message.c_str());
    return got && alike::are(*got, wanted);
}

template <class T> bool comes_back(callbox::connection& to, const T& value) {
    const auto got = to.call<T>({"type.same_json"}, callbox::given_or_null("value", value));
    if (same(got, value)) return true;
    std::printf("sent %s\n", std::string(callbox::json(value).text()).c_str());
    return false;
}

template <class... T> void each_comes_back(types<T...>, callbox::connection& to, dice& random) {
    static_assert(sizeof...(T) > 10);
    (rounds(callbox::codec<T>::schema.name, [&] { return comes_back(to, random.any<T>()); }), ...);
}

void extremes(callbox::connection& to, dice& random) {
    for (const std::int64_t n : {INT64_MIN, INT64_MAX, INT64_C(0), INT64_C(-1)})
        claim(comes_back(to, n), "an integer");
    claim(comes_back(to, UINT64_MAX), "2^64 - 1");
    claim(comes_back(to, -0.0) && comes_back(to, 5e-324), "-0.0, and the smallest double");
    claim(comes_back(to, std::string()), "an empty string");
    std::string all;
    for (char c = 0; c < 127; ++c) all.push_back(c);
    claim(comes_back(to, all + "\x7f\u00e9\u2028\ufffe\U0001f986\U0010ffff"), "every escape");
    const std::string much = random.text(64 << 10, 64 << 10);
    claim(comes_back(to, much) && comes_back(to, std::map<std::string, bool>{{much, true}}),
          "64 KiB, as text and as a name");
    claim(comes_back(to, std::vector<std::int64_t>(10'000, INT64_MIN)), "a long list");
    claim(comes_back(to, everything::RouteResult{}), "a struct with defaults only");
}

std::chrono::sys_days day(dice& random) {
    using namespace std::chrono;
    constexpr auto first = sys_days(year(0) / 1 / 1), last = sys_days(year(9999) / 12 / 30);
    return sys_days(days(random.between(first.time_since_epoch().count(),
                                        last.time_since_epoch().count())));
}
template <class Duration> std::chrono::sys_time<Duration> time(dice& random) {
    using namespace std::chrono;
    const auto seconds = std::chrono::seconds(random.below(86400));
    const Duration rest(Duration::period::den > 1 ? random.below(Duration::period::den) : 0);
    return day(random) + seconds + rest;
}

// Values that the methods accept.
std::int64_t int32(dice& random) {
    return random.once_in(4) ? (random.once_in(2) ? INT32_MIN : INT32_MAX)
                             : random.between(INT32_MIN, INT32_MAX);
}
everything::Point point(dice& random) {
    return {random.once_in(4) ? -1000 : random.any<double>() / 2e305, random.any<double>()};
}
everything::Card card(dice& random) {
    return {random.text(1, 19), random.once_in(2) ? std::optional(random.between(0, 65535))
                                                  : std::nullopt};
}
everything::Payment payment(dice& random) {
    using namespace everything;
    switch (random.below(3)) {
    case 0: return Cash{};
    case 1: {
        const Card made = card(random);
        return PaymentCard{made.number, made.code};
    }
    default:
        return Transfer{random.any<std::string>(),
                        random.once_in(3) ? std::nullopt : std::optional(int32(random))};
    }
}
everything::PaymentResult paid(const everything::Payment& by) {
    using namespace everything;
    if (const auto* card = std::get_if<PaymentCard>(&by)) return *card;
    if (const auto* made = std::get_if<Transfer>(&by))
        return TransferResult{made->iban, made->days.value_or(3)};
    return Cash{};
}
everything::Route route(dice& random) {
    everything::Route made{random.text(1, 20), {point(random)},
                           random.any<std::optional<std::string>>(),
                           random.any<std::optional<Unit>>(), {}};
    for (std::uint64_t left = random.below(4); left > 0; --left)
        made.path.push_back(point(random));
    if (random.once_in(2)) made.lanes = random.between(1, 8);
    return made;
}
std::uint64_t count(const everything::Folder& top) {
    std::uint64_t sum = 1;
    for (const everything::Folder& each : top.folders) sum += count(each);
    return sum;
}
// Makes the numbers small enough for their sum to be finite.
double total(everything::NumberOrSum& term) {
    if (auto* number = std::get_if<everything::Number>(&term))
        return number->value = std::fmod(number->value, 1e6);
    double sum = 0;
    for (auto& each : std::get<everything::Sum>(term).terms) sum += total(each);
    return sum;
}

void structs(everything::Client& api, dice& random) {
    rounds("type.same", [&] {
        one_of_several value = random.any<one_of_several>();
        if (auto* list = std::get_if<std::vector<std::int64_t>>(&value))
            for (std::int64_t& each : *list) each = int32(random);
        if (auto* here = std::get_if<everything::Point>(&value)) *here = point(random);
        return same(api.type.same(value), value);
    });
    rounds("geo.longest", [&] {
        const everything::Route sent = route(random);
        return same(api.geo.longest({sent}), {sent.name, sent.path, sent.note,
                                              sent.in.value_or(Unit::m), sent.lanes.value_or(2)});
    });
    rounds("geo.middle", [&] {
        const everything::Point sent = point(random);
        return same(api.geo.middle({sent}), {0 + sent.x, 0 + sent.y});  // a sum
    });
    rounds("type.count_folders", [&] {
        const auto top = random.any<everything::Folder>();
        return same(api.type.count_folders(top), count(top));
    });
    rounds("text.keep", [&] {
        using namespace std::chrono;
        const everything::Event sent{
            day(random), time<microseconds>(random), random.any<callbox::uuid>(),
            random.once_in(2) ? std::optional(time<seconds>(random)) : std::nullopt};
        return same(api.text.keep(sent), sent);
    });
}

void unions(everything::Client& api, dice& random) {
    rounds("union.pay", [&] {
        const everything::Payment sent = payment(random);
        return same(api.union_.pay(sent), paid(sent));
    });
    rounds("union.pay_all", [&] {
        std::vector<everything::Payment> in_turn;
        std::map<std::string, everything::Payment> named;
        std::optional<everything::Payment> last;
        for (auto n = random.below(4); n > 0; --n) named[random.text(0, 3)] = payment(random);
        for (auto n = random.below(4); n > 0; --n) in_turn.push_back(payment(random));
        if (random.once_in(2)) last = payment(random);
        std::map<std::string, everything::PaymentResult> wanted;
        for (const auto& [name, each] : named) wanted[name] = paid(each);
        for (const auto& each : in_turn) wanted[std::to_string(wanted.size())] = paid(each);
        if (last) wanted["last"] = paid(*last);
        return same(api.union_.pay_all(in_turn, named, last), wanted);
    });
    rounds("union.swipe", [&] {
        const everything::Card sent = card(random);
        return same(api.union_.swipe(sent), sent);
    });
    rounds("union.value", [&] {
        auto sent = random.any<everything::NumberOrSum>();
        const double wanted = total(sent);
        return same(api.union_.value(sent), wanted);
    });
}

void lists(everything::Client& api, dice& random) {
    rounds("geo.convert", [&] {
        const std::tuple<double, Unit> sent(std::fmod(random.any<double>(), 1e300), Unit::m);
        const auto there = api.geo.convert(sent);
        return there && std::get<1>(*there) == Unit::ft && same(api.geo.convert(*there), sent);
    });
    rounds("geo.rotate", [&] {
        const std::int64_t a = int32(random), b = int32(random), c = int32(random);
        return same(api.geo.rotate({a, b, c}), {b, c, a});
    });
    rounds("type.count_words", [&] {
        const auto words = random.any<std::vector<std::string>>();
        std::map<std::string, std::uint64_t> counts;
        for (const std::string& each : words) ++counts[each];
        return same(api.type.count_words(words), counts);
    });
    rounds("type.total", [&] {
        auto amounts = random.any<std::map<std::string, std::int64_t>>();
        std::int64_t sum = 0;
        for (auto& [name, amount] : amounts) sum += amount /= 8;
        return same(api.type.total(amounts), sum);
    });
    rounds("text.reversed", [&] {
        const auto sent = random.any<std::vector<std::byte>>();
        return same(api.text.reversed(sent), {sent.rbegin(), sent.rend()});
    });
}

void scalars(everything::Client& api, dice& random) {
    rounds("type.greatest", [&] {
        const auto sent = random.any<std::optional<std::uint64_t>>();
        return same(api.type.greatest(sent), sent) &&
               same(api.type.greatest(sent, {.known = true, .label = "x"}), sent);
    });
    rounds("math.div", [&] {
        const auto sent = random.any<double>();
        return same(api.math.div(sent, 1), sent);
    });
    rounds("type.mix", [&] {
        constexpr std::string_view digits = "0123456789abcdef";
        const std::string sent{digits[random.below(16)], digits[random.below(16)]};
        return same(api.type.mix(sent, sent), sent);
    });
    rounds("text.next_day", [&] {
        const std::chrono::sys_days today = day(random);
        return same(api.text.next_day(today), today + std::chrono::days(1));
    });
    rounds("a batch", [&] {
        const auto any = random.any<callbox::json>();
        const auto number = random.any<std::optional<std::uint64_t>>();
        const auto by = payment(random);
        const auto [a, b, c] = api.batch(api.of.type.same_json(any), api.of.type.greatest(number),
                                         api.of.union_.pay(by));
        return same(a, any) && same(b, number) && same(c, paid(by));
    });
}

std::int64_t natural(dice& random) { return static_cast<std::int64_t>(random.bits() >> 1); }

void products(inventory::Client& api, dice& random) {
    int number = 0;
    rounds("product.create", [&] {
        inventory::Product sent{std::to_string(++number) + random.text(0, 10), random.text(1, 80),
                                random.any<std::optional<inventory::Category>>(),
                                natural(random), {}, {}};
        if (random.once_in(2)) sent.stock = natural(random);
        if (random.once_in(2)) sent.sold_until = day(random);
        const inventory::ProductResult wanted{
            sent.sku, sent.name, sent.kind.value_or(inventory::Category::part), sent.price,
            sent.stock.value_or(0), sent.sold_until};
        return same(api.product.create(sent), wanted) && same(api.product.get(sent.sku), wanted);
    });
}

void greetings(example::Client& api, dice& random) {
    rounds("greeting.hello", [&] {
        const auto name = random.any<std::string>();
        return same(api.greeting.hello(name), "Hello, " + name + "!");
    });
    rounds("math", [&] {
        const auto n = random.any<std::int64_t>();
        return same(api.math.add(n, 0), n) && same(api.math.sub(n, 0), n) &&
               same(api.math.mul({.a = n, .b = 1}), n);
    });
}

}  // namespace

void go_round(const urls& servers, std::uint64_t seed) {
    dice random(seed);
    callbox::connection to(servers.everything);
    each_comes_back(named_types(), to, random);
    each_comes_back(other_types(), to, random);
    extremes(to, random);
    everything::Client api(servers.everything);
    structs(api, random);
    unions(api, random);
    lists(api, random);
    scalars(api, random);
    inventory::Client shop(servers.inventory, {.token = "owner-owner-owner-owner"});
    products(shop, random);
    example::Client small(servers.example);
    greetings(small, random);
}
