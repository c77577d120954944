// What all targets share: how an input is read, bytes that end where their memory ends, and how a
// broken promise is told. `make fuzz` makes a program of each target; the README has the words.
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

// A text, and behind it what is done with it: the last byte says how many bytes before it, at most
// 31, are choices. So changes to the text change no choice.
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

// Where a text of that size is cut, for each choice one place.
inline std::size_t place(char choice, std::size_t size) {
    return static_cast<unsigned char>(choice) * (size + 1) / 256;
}

// A copy of a text with no byte of memory behind it but `behind` digits, which belong to nothing:
// whoever reads on is stopped by AddressSanitizer.
class exact {
public:
    explicit exact(std::string_view text, std::size_t behind = 0)
        : size_(text.size()), behind_(behind),
          first_(static_cast<char*>(std::malloc(size_ + behind_))) {
        if (size_ > 0) std::memcpy(first_, text.data(), size_);
        if (behind_ > 0) std::memset(first_ + size_, '7', behind_);
    }
    exact(const exact&) = delete;
    exact& operator=(const exact&) = delete;
    ~exact() { std::free(first_); }

    std::span<char> span() { return {first_, size_}; }
    std::string_view view() const { return {first_, size_}; }
    bool is_behind_untouched() const {
        return std::string_view(first_ + size_, behind_).find_first_not_of('7') ==
               std::string_view::npos;
    }

private:
    std::size_t size_;
    std::size_t behind_;
    char* first_;
};

inline void tell(const char* name, std::string_view text) {
    std::fprintf(stderr, "    %-7s %s\n", name, support::shown(text, SIZE_MAX).c_str());
}

// Stops with the claim that does not hold, so that libFuzzer keeps the input.
inline void expect(bool holds, const char* claim, std::string_view got = {},
                   std::string_view wanted = {}) {
    if (holds) return;
    std::fprintf(stderr, "\nfuzz: this does not hold: %s\n", claim);
    if (!got.empty()) tell("got:", got);
    if (!wanted.empty()) tell("wanted:", wanted);
    std::abort();
}

// The same of two verdicts, which can be told.
template <class Verdict>
void expect_same(const Verdict& got, const Verdict& wanted, const char* claim) {
    if (!(got == wanted)) expect(false, claim, got.told(), wanted.told());
}

// What `read` makes of a text: the same whole, cut before each byte, and cut where choices say.
template <class Read> auto read_in_pieces(const input& given, Read read) {
    const auto whole = read(given.text, {});
    std::vector<std::size_t> everywhere, chosen;
    for (std::size_t at = 1; at < given.text.size(); ++at) everywhere.push_back(at);
    for (const char c : given.choices) chosen.push_back(place(c, given.text.size()));
    expect_same(read(given.text, everywhere), whole, "byte by byte is the same as whole");
    expect_same(read(given.text, chosen), whole, "in pieces is the same as whole");
    return whole;
}

}  // namespace fuzz
