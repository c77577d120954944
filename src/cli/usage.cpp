// Writes --help from the documentation of commands. cli/text adds the options of `serve`.
#include "usage.hpp"

#include "base/ascii.hpp"

#include <callbox/type.hpp>

#include <algorithm>
#include <string>

namespace callbox::cli {

constexpr std::size_t flag_column = 33;

void append(bytes& out, std::initializer_list<std::string_view> parts) {
    for (const std::string_view part : parts) out.append(part);
}

void pad(bytes& out, std::size_t count) {
    while (count-- > 0) out.append(' ');
}

void append_wrapped_from(bytes& out, std::string_view text, std::size_t from) {
    for (bool first = true; !text.empty(); first = false) {
        std::string_view words = ascii::take_until(text, '\n');
        std::size_t at = from;
        if (!first) pad(out, words.empty() ? 0 : from);
        while (!words.empty()) {
            const std::string_view word = ascii::take_until(words, ' ');
            const std::size_t width = characters_of(word);
            if (at != from && at + 1 + width > columns) {
                out.append('\n');
                pad(out, from);
                at = from;
            } else if (at != from) {
                out.append(' ');
                ++at;
            }
            out.append(word);
            at += width;
        }
        out.append('\n');
    }
}

void append_item(bytes& out, std::string_view name, std::string_view takes, std::string_view doc) {
    const std::size_t begin = out.size();
    append(out, {"  ", name, takes.empty() ? "" : " ", takes});
    pad(out, flag_column - std::min(flag_column, out.size() - begin));
    append_wrapped_from(out, doc, flag_column);
}

void append_commands(bytes& out, std::span<const command> commands) {
    out.append("Commands:\n");
    for (const command& c : commands) {
        const std::string letter(c.letter.empty() ? "" : std::string(c.letter) + ", ");
        append_item(out, letter + std::string(c.name), c.takes, c.doc);
    }
    out.append("\nCOMMAND --help shows details and an example.\n");
}

void append_command(bytes& out, std::string_view program, const command& c,
                    bool has_options) {
    append(out, {"usage: ", program, " ", c.name,
                 has_options || !c.flags.empty() ? " [OPTION]..." : "",
                 c.takes.empty() ? "" : " ", c.takes, "\n\n"});
    std::string doc = std::string(c.doc) + '.';
    doc[0] = static_cast<char>(doc[0] & ~0x20);
    append_wrapped_from(out, doc, 0);
    append_wrapped_from(out, c.more, 0);
    if (!c.flags.empty()) out.append("\nOptions:\n");
    for (const flag& each : c.flags) append_item(out, each.name, each.takes, each.doc);
    append(out, {"\nExample:\n  ", program, " ", c.example, "\n"});
}

}  // namespace callbox::cli
