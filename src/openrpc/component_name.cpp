// Makes names that code generators can use unchanged.
#include "component_name.hpp"

#include "base/ascii.hpp"

#include <utility>
#include <vector>

namespace callbox::openrpc {

namespace {

using words = std::vector<std::string_view>;

bool is_word_character(char c) { return ascii::is_alpha(c) || ascii::is_digit(c) || c == '_'; }

// The identifiers in the name of a type, without namespaces. An empty word ends each argument of a
// template.
words words_of(std::string_view name) {
    words all;
    const auto drop = [&](std::string_view word) {
        if (!all.empty() && (word.empty() || all.back() == word)) all.pop_back();
    };
    while (!name.empty()) {
        const auto end = std::find_if_not(name.begin(), name.end(), is_word_character);
        const auto size = static_cast<std::size_t>(end - name.begin());
        if (size != 0) {
            all.push_back(name.substr(0, size));
        } else if (name.starts_with("::")) {
            const bool unnamed = !all.empty() && all.back() == "namespace";
            drop("");
            if (unnamed) drop("anonymous");
        } else if (name.front() == ',') {
            all.emplace_back();
        }
        name.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return all;
}

// "long unsigned int" and "unsigned long" are one type: appends a run of such words in a fixed
// order, without a redundant "int". Returns the place after the run.
std::size_t append_integer(std::string& out, const words& all, std::size_t from) {
    static constexpr std::array<std::string_view, 5> order{"unsigned", "short", "long", "char",
                                                           "int"};
    std::array<std::size_t, order.size()> count{};
    for (; from < all.size(); ++from) {
        const auto at = std::find(order.begin(), order.end(), all[from]);
        if (at == order.end()) break;
        ++count[static_cast<std::size_t>(at - order.begin())];
    }
    if (count[1] + count[2] != 0) count[4] = 0;
    for (std::size_t i = 0; i < order.size(); ++i)
        for (; count[i] != 0; --count[i]) out.append(out.empty() ? "" : "_").append(order[i]);
    return from;
}

}  // namespace

std::string component_name(std::string_view type_name) {
    const words all = words_of(type_name);
    std::string name;
    for (std::size_t i = 0; i < all.size();) {
        const std::size_t after = append_integer(name, all, i);
        if (std::exchange(i, after) != after) continue;
        const bool is_text = all[i] == "basic_string" && i + 1 < all.size() && all[i + 1] == "char";
        if (!name.empty() && !all[i].empty()) name += '_';
        name += is_text ? "string" : all[i];
        i += is_text ? 2 : 1;
    }
    return name;
}

}  // namespace callbox::openrpc
