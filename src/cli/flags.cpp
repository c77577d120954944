// Splits the words after a command into the values of its flags and its arguments. Writes --help
// from the documentation of commands; cli/text adds the options of `serve`.
#include "command.hpp"

#include "base/ascii.hpp"
#include "rpc/suggestion.hpp"
#include "value.hpp"

namespace callbox::cli {

bool complain(const flag& about, std::string_view got, std::string& error) {
    const std::string name(about.name);
    if (about.takes.empty())
        return refuse(error, name + " accepts no argument, got " + quoted(got));
    if (got.empty())
        return refuse(error, name + " requires an argument: " + std::string(about.wanted));
    return refuse(error, name, about.wanted, quoted(got));
}

bool read_flags(const command& c, std::span<char* const> words, given_flags& out,
                std::string& error) {
    assert(c.flags.size() <= flags_max);
    bool flags = !c.flags.empty();
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (!flags || !word.starts_with("--")) {
            out.others.push_back({word, !flags});
            continue;
        }
        if (word == "--") {
            flags = false;
            continue;
        }
        std::string_view value = word;
        const std::string_view name = ascii::take_until(value, '=');
        const auto found = std::ranges::find(c.flags, name, &flag::name);
        if (found == c.flags.end()) {
            rpc::suggestion near(name);
            for (const flag& each : c.flags) near.offer(each.name);
            return refuse(error, "unknown option " + visible(name) + " for " +
                                     std::string(c.name) +
                                     suggestion(near.best(), "; to pass it as an argument, put it "
                                                             "after --"));
        }
        const bool is_joined = name.size() != word.size();
        if (!is_joined && !found->takes.empty() && i + 1 < words.size()) value = words[++i];
        if (value.empty() != found->takes.empty()) return complain(*found, value, error);
        out.values[static_cast<std::size_t>(found - c.flags.begin())] = value;
    }
    if (out.others.size() < c.least) return refuse(error, std::string(c.missing));
    if (out.others.size() <= c.most) return true;
    return refuse(error, "unexpected argument " + quoted(out.others[c.most].text) + " after " +
                             (c.last.empty() ? quoted(c.name) : std::string(c.last)));
}

void pad(bytes& out, std::size_t count) {
    while (count-- > 0) out.append(' ');
}

void append_wrapped_from(bytes& out, std::string_view text, std::size_t from) {
    constexpr std::size_t columns = 80;
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
    constexpr std::size_t flag_column = 33;
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
