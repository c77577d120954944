// Mutation of inputs with choices after their text (input.hpp), which the mutations of libFuzzer
// itself would seldom hit. Targets include this file to use it.
#pragma once

#include "input.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t size_max);

namespace fuzz {

inline constexpr std::size_t choices_max = 31;

// Adds, removes or changes one choice.
inline std::string changed(std::string_view choices, unsigned chance) {
    std::string all(choices);
    const std::size_t at = chance / 4 % (all.size() + 1);
    const char choice = static_cast<char>(chance / 256 % 256);
    if (chance % 4 == 0 && at < all.size()) return all.erase(at, 1);
    if (chance % 4 == 1 && at < all.size()) return all.replace(at, 1, 1, choice);
    if (all.size() < choices_max) all.insert(at, 1, choice);
    return all;
}

}  // namespace fuzz

// Mutates the text with libFuzzer or, one time in four, the choices.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t size_max, unsigned seed) {
    const fuzz::input now = fuzz::split(data, size);
    const std::string choices =
        seed % 4 == 0 ? fuzz::changed(now.choices, seed / 4) : std::string(now.choices);
    std::size_t text = now.text.size();
    if (size_max <= choices.size() + 1 || text + choices.size() + 1 > size_max)
        return LLVMFuzzerMutate(data, size, size_max);
    if (seed % 4 != 0) text = LLVMFuzzerMutate(data, text, size_max - choices.size() - 1);
    std::copy(choices.begin(), choices.end(), data + text);
    data[text + choices.size()] = static_cast<std::uint8_t>(choices.size());
    return text + choices.size() + 1;
}
