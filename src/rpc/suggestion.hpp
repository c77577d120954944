// "Did you mean ...?": the nearest of some names.
#pragma once

#include <cstddef>
#include <string_view>

namespace callbox::rpc {

// How many letters must be inserted, deleted, changed or swapped with their neighbour to turn one
// word into the other, ignoring case; `most + 1` for anything beyond `most`.
// Requires: neither is longer than near_length_max.
std::size_t distance(std::string_view a, std::string_view b, std::size_t most);

inline constexpr std::size_t near_length_max = 64;

// How many unknown words of one message are compared with the names that there are.
inline constexpr unsigned suggestions_max = 8;

// Finds the name that is nearest to a word: offer() each in turn, then ask best(). A name is near
// when a third of the word or less must change, at most three letters.
class suggestion {
public:
    explicit suggestion(std::string_view word);
    void offer(std::string_view name);
    std::string_view best() const { return best_; }  // empty: none is near

private:
    std::string_view word_;
    std::string_view best_;
    std::size_t most_;  // how far best_ is; how far a name may be while there is none
};

}  // namespace callbox::rpc
