// Makes external text safe for terminals.
#include "output.hpp"

#include "base/visible.hpp"

namespace callbox::cli {

void output::line(std::initializer_list<std::string_view> parts) {
    for (const std::string_view part : parts) text_.append(visible(part));
    text_.append('\n');
}

void output::json(std::string_view text) {
    append_visible_json(text_, text);
    text_.append('\n');
}

}  // namespace callbox::cli
