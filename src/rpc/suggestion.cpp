// Finds the name closest to a word: optimal string alignment with three rows, on the stack.
#include "suggestion.hpp"

#include "base/ascii.hpp"

#include <cassert>

namespace callbox::rpc {

// Only cells near the diagonal can be within `most`; all others are `far`.
std::size_t distance(std::string_view a, std::string_view b, std::size_t most) {
    assert(a.size() <= near_length_max && b.size() <= near_length_max);
    using row = std::array<std::size_t, near_length_max + 1>;
    most = std::min(most, near_length_max);
    const std::size_t far = most + 1;
    row before_last, last, here;
    for (row* each : {&before_last, &last, &here}) each->fill(far);
    for (std::size_t j = 0; j <= std::min(b.size(), most); ++j) last[j] = j;
    const auto same = [&](std::size_t i, std::size_t j) {
        return ascii::to_lower(a[i - 1]) == ascii::to_lower(b[j - 1]);
    };
    for (std::size_t i = 1; i <= a.size(); ++i) {
        const std::size_t begin = i > most ? i - most : 1;
        const std::size_t end = std::min(b.size(), i + most);
        here[begin - 1] = std::min(i, far);
        std::size_t least = i;
        for (std::size_t j = begin; j <= end; ++j) {
            here[j] = std::min({last[j] + 1, here[j - 1] + 1, last[j - 1] + (same(i, j) ? 0 : 1)});
            if (i > 1 && j > 1 && same(i, j - 1) && same(i - 1, j))
                here[j] = std::min(here[j], before_last[j - 2] + 1);
            least = std::min(least, here[j]);
        }
        if (least > far) return far;  // the minimum of a row only grows, except for a swap
        before_last = last;
        last = here;
    }
    return std::min(last[b.size()], far);
}

suggestion::suggestion(std::string_view word)
    : word_(word.size() <= near_length_max ? word : std::string_view{}),
      most_(std::min<std::size_t>(3, word.size() / 3)) {}

void suggestion::offer(std::string_view name) {
    if (word_.empty() || name.size() > near_length_max) return;
    const std::size_t a = word_.size();
    const std::size_t b = name.size();
    if (std::max(a, b) - std::min(a, b) > most_) return;
    const std::size_t far = distance(word_, name, most_);
    if (far > most_ || (far == most_ && !best_.empty())) return;
    best_ = name;
    most_ = far;
}

}  // namespace callbox::rpc
