// Shared by all targets: reading inputs, bytes that end where their memory ends, and reporting
// failed claims. `make fuzz` builds a program from each target; README.md explains the terms.
#pragma once

#include "support/shown.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

// A text, followed by choices: the last byte is the number of bytes before it, at most 31, that are
// choices. Changes to the text do not change choices.
struct input {
    std::string_view text;
    std::string_view choices;
};

inline std::string_view whole(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

inline input split(const std::uint8_t* data, std::size_t size) {
    const std::string_view all = whole(data, size);
    if (all.empty()) return {};
    const std::size_t wanted = static_cast<unsigned char>(all.back()) % 32;
    const std::size_t count = wanted < all.size() ? wanted : all.size() - 1;
    const std::size_t text = all.size() - 1 - count;
    return {all.substr(0, text), all.substr(text, count)};
}

// The place in a text of that size that the choice selects.
inline std::size_t place(char choice, std::size_t size) {
    return static_cast<unsigned char>(choice) * (size + 1) / 256;
}

// A copy of a text in memory that ends with it, or `after` digits later, which are no part of it.
// AddressSanitizer stops reads beyond.
class exact {
public:
    explicit exact(std::string_view text, std::size_t after = 0)
        : size_(text.size()), after_(after),
          first_(static_cast<char*>(std::malloc(size_ + after_))) {
        if (size_ > 0) std::memcpy(first_, text.data(), size_);
        if (after_ > 0) std::memset(first_ + size_, '7', after_);
    }
    exact(const exact&) = delete;
    exact& operator=(const exact&) = delete;
    ~exact() { std::free(first_); }

    std::span<char> span() { return {first_, size_}; }
    std::string_view view() const { return {first_, size_}; }
    bool is_rest_untouched() const {
        return std::string_view(first_ + size_, after_).find_first_not_of('7') ==
               std::string_view::npos;
    }

private:
    std::size_t size_;
    std::size_t after_;
    char* first_;
};

inline void print(const char* name, std::string_view text) {
    std::fprintf(stderr, "    %-7s %s\n", name, support::shown(text, SIZE_MAX).c_str());
}

// Stops with the claim if it fails, which makes libFuzzer keep the input.
inline void expect(bool holds, const char* claim, std::string_view got = {},
                   std::string_view wanted = {}) {
    if (holds) return;
    std::fprintf(stderr, "\nfuzz: this does not hold: %s\n", claim);
    if (!got.empty()) print("got:", got);
    if (!wanted.empty()) print("wanted:", wanted);
    std::abort();
}

// The same for two verdicts, which have a text().
template <class Verdict>
void expect_same(const Verdict& got, const Verdict& wanted, const char* claim) {
    if (!(got == wanted)) expect(false, claim, got.text(), wanted.text());
}

// The result of `read` for a text: the same for the whole, byte by byte, and cut at the choices.
template <class Read> auto read_in_pieces(const input& given, Read read) {
    const auto whole = read(given.text, {});
    std::vector<std::size_t> everywhere, chosen;
    for (std::size_t at = 1; at < given.text.size(); ++at) everywhere.push_back(at);
    for (const char c : given.choices) chosen.push_back(place(c, given.text.size()));
    expect_same(read(given.text, everywhere), whole, "byte by byte equals the whole");
    expect_same(read(given.text, chosen), whole, "in pieces equals the whole");
    return whole;
}

}  // namespace fuzz
