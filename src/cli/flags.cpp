// Splits the words after a command into the values of its flags and its arguments.
#include "flags.hpp"

#include "base/ascii.hpp"
#include "base/visible.hpp"
#include "rpc/suggestion.hpp"
#include "value.hpp"

#include <algorithm>
#include <cassert>

namespace callbox::cli {

namespace {

bool split(const command& c, std::span<char* const> words, given_flags& out, std::string& error) {
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
    return true;
}

}  // namespace

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
    if (!split(c, words, out, error)) return false;
    if (out.others.size() < c.least) return refuse(error, std::string(c.missing));
    if (out.others.size() <= c.most) return true;
    return refuse(error, "unexpected argument " + quoted(out.others[c.most].text) + " after " +
                             (c.last.empty() ? quoted(c.name) : std::string(c.last)));
}

}  // namespace callbox::cli
