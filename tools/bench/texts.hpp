// JSON texts typical of requests to servers, about 1 MiB each, the same in every run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace bench {

// Pseudo-random numbers.
class dice {
public:
    // Below `end`.
    std::uint32_t below(std::uint32_t end) {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::uint32_t>((state_ >> 32) * end >> 32);
    }
    bool one_in(std::uint32_t count) { return below(count) == 0; }
    std::string digits(std::uint32_t end) { return std::to_string(below(end)); }

private:
    std::uint64_t state_ = 20240229;
};

// An array of generated values.
template <class Value> std::string array_of(Value next) {
    constexpr std::size_t bytes_max = 1 << 20;
    constexpr std::size_t value_bytes_max = 1 << 10;
    dice chance;
    std::string all = "[";
    while (all.size() < bytes_max - value_bytes_max) {
        if (all.size() > 1) all += ',';
        all += next(chance);
    }
    return all + ']';
}

// One to five words. One in 20 texts has an escape, one in 20 has non-ASCII characters.
inline std::string short_text(dice& chance) {
    static constexpr std::array<std::string_view, 12> words{
        "a", "of", "red", "Lima", "order", "parcel", "station", "customer", "north-east",
        "2024-02-29", "unavailable", "ada@example.org"};
    std::string text = "\"";
    for (std::uint32_t count = 1 + chance.below(5); count > 0; --count) {
        text += words[chance.below(words.size())];
        if (count > 1) text += ' ';
    }
    if (chance.one_in(20)) text += R"(\n\"so\" \u00e9)";
    if (chance.one_in(20)) text += " Zürich 東京";
    return text + '"';
}

// Counts, identifiers, prices, coordinates and measured values.
inline std::string short_number(dice& chance) {
    const std::string sign = chance.one_in(4) ? "-" : "";
    switch (chance.below(5)) {
    case 0: return sign + chance.digits(100);
    case 1: return chance.digits(4'000'000'000);
    case 2: return sign + chance.digits(1000) + '.' + chance.digits(100);
    case 3: return sign + chance.digits(180) + ".6" + chance.digits(100'000);
    default: return sign + "1." + chance.digits(1'000'000'000) + "e-" + chance.digits(20);
    }
}

// Deeply nested small objects and arrays.
inline std::string nest(dice& chance, std::uint32_t depth) {
    if (depth == 0) return chance.one_in(2) ? chance.digits(10) : "true";
    const std::string inner = nest(chance, depth - 1);
    switch (chance.below(3)) {
    case 0: return "[" + inner + "]";
    case 1: return R"({"in":)" + inner + R"(,"n":)" + chance.digits(10) + "}";
    default: return "[[]," + inner + ",{}]";
    }
}

inline std::string log_record(dice& chance) {
    static constexpr std::array<std::string_view, 4> levels{"debug", "info", "info", "warning"};
    std::string text = R"({"time":"2024-02-29T12:)" + std::to_string(10 + chance.below(50)) + ':' +
                       std::to_string(10 + chance.below(50)) + R"(.250Z","level":")";
    text += levels[chance.below(levels.size())];
    text += R"(","logger":"http.server","message":)" + short_text(chance);
    text += R"(,"request":{"id":)" + chance.digits(4'000'000'000) + R"(,"path":"/api/orders/)";
    text += chance.digits(100'000) + R"(","status":200,"ms":)" + chance.digits(100) + '.';
    text += chance.digits(1000) + R"(,"cached":)" + (chance.one_in(3) ? "true" : "false");
    text += R"(,"user":)" + (chance.one_in(3) ? "null" : short_text(chance));
    return text + R"(},"tags":[)" + short_text(chance) + "," + short_text(chance) + "]}";
}

inline std::string strings() { return array_of(short_text); }
inline std::string numbers() { return array_of(short_number); }
inline std::string nesting() {
    return array_of([](dice& chance) { return nest(chance, 1 + chance.below(24)); });
}
inline std::string log_records() { return array_of(log_record); }

}  // namespace bench
