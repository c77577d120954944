// Makes text safe for a terminal.
#include "visible.hpp"

namespace callbox {

std::string visible(std::string_view text) {
    std::string line;
    line.reserve(text.size());
    each_visible(
        text, [&](char c) { line.push_back(c); }, [&](char32_t) { line.push_back('?'); });
    return line;
}

}  // namespace callbox
