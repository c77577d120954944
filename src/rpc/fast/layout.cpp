// Input: a request and its scalars. Output: bounds for each byte of requests with the same layout.
#include "layout.hpp"

#include "base/ascii.hpp"

#include <cstring>

namespace callbox::rpc::fast {

namespace {

// Allows any digit in place of a digit, except a leading 0 (RFC 8259, 6).
void widen_digits(std::span<char> least, std::span<char> most) {
    for (std::size_t i = 0; i < least.size(); ++i) {
        if (!ascii::is_digit(least[i])) continue;
        const bool is_first = i == 0 || (i == 1 && least[0] == '-');
        const bool is_alone = i + 1 == least.size() || !ascii::is_digit(least[i + 1]);
        least[i] = is_first && !is_alone ? '1' : '0';
        most[i] = '9';
    }
}

}  // namespace

void layout::take(std::span<const char> text, const pieces& known, const node* scalars) {
    const bool fits = text.size() >= 16 && text.size() <= size_max;
    size = fits ? text.size() : none;
    if (!fits) return;
    std::memcpy(least.data(), text.data(), size);
    std::memcpy(most.data(), text.data(), size);
    std::copy(scalars, scalars + known.count, nodes.begin());
    known.place(nodes.data(), given);
    has_strings = false;
    for (const node& each : std::span(nodes).first(known.count)) {
        const std::span low(&least[each.at], each.length);
        const std::span high(&most[each.at], each.length);
        if (each.type == kind::string) {
            has_strings = true;
            std::ranges::fill(low, '\0');
            std::ranges::fill(high, '\xff');
        } else {
            widen_digits(low, high);
        }
    }
}

}  // namespace callbox::rpc::fast
