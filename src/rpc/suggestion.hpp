// "Did you mean ...?": the closest of several names.
#pragma once

#include <cstddef>
#include <string_view>

namespace callbox::rpc {

// The number of letters to insert, delete, change or swap with a neighbour to turn one word into
// the other, ignoring case; `most + 1` if it exceeds `most`. Requires: neither word is longer than
// near_length_max.
std::size_t distance(std::string_view a, std::string_view b, std::size_t most);

inline constexpr std::size_t near_length_max = 64;

// The maximum number of suggestions for one message.
inline constexpr unsigned suggestions_max = 8;

// Finds the name closest to a word: call offer() for each name, then best(). A name is close if at
// most a third of the word differs, and at most three letters.
class suggestion {
public:
    explicit suggestion(std::string_view word);
    void offer(std::string_view name);
    std::string_view best() const { return best_; }  // empty: no name is close

private:
    std::string_view word_;
    std::string_view best_;
    std::size_t most_;  // the distance of best_; the maximum distance until there is one
};

}  // namespace callbox::rpc
