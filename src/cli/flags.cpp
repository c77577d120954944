// Splits a command line into the values of flags and other words.
#include "flags.hpp"

#include "base/ascii.hpp"
#include "base/visible.hpp"
#include "rpc/suggestion.hpp"
#include "value.hpp"

#include <algorithm>
#include <cassert>

namespace callbox::cli {

bool complain(const flag& about, std::string_view got, std::string& error) {
    const std::string name(about.name);
    if (about.takes.empty())
        return refuse(error, name + " accepts no argument, got " + quoted(got));
    if (got.empty())
        return refuse(error, name + " requires an argument: " + std::string(about.wanted));
    return refuse(error, name, about.wanted, quoted(got));
}

bool read_flags(std::string_view command, std::span<const flag> known, std::span<char* const> words,
                given_flags& out, std::string& error) {
    assert(known.size() <= flags_max);
    bool flags = true;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        const bool is_flag = flags && word.starts_with("--");
        if (!is_flag) out.others.push_back({word, !flags});
        if (word == "--") flags = false;
        if (!is_flag || !flags) continue;
        std::string_view value = word;
        const std::string_view name = ascii::take_until(value, '=');
        const auto found = std::find_if(known.begin(), known.end(),
                                        [name](const flag& each) { return each.name == name; });
        if (found == known.end()) {
            rpc::suggestion near(name);
            for (const flag& each : known) near.offer(each.name);
            return refuse(error, "unknown option " + visible(name) + " for " +
                                     std::string(command) +
                                     suggestion(near.best(), "; to pass it as an argument, put it "
                                                            "after --"));
        }
        const bool is_joined = name.size() != word.size();
        if (!is_joined && !found->takes.empty() && i + 1 < words.size()) value = words[++i];
        if (value.empty() != found->takes.empty()) return complain(*found, value, error);
        out.values[static_cast<std::size_t>(found - known.begin())] = value;
    }
    return true;
}

}  // namespace callbox::cli
