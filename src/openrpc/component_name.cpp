// Makes names that code generators can use as they are.
#include "component_name.hpp"

#include "base/ascii.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace callbox::openrpc {

namespace {

using words = std::vector<std::string_view>;

bool is_of_a_word(char c) { return ascii::is_alpha(c) || ascii::is_digit(c) || c == '_'; }

// The identifiers of a type's name, without the namespaces that stand before "::". An empty word
// ends each argument of a template.
words words_of(std::string_view name) {
    words all;
    const auto drop = [&](std::string_view word) {
        if (!all.empty() && (word.empty() || all.back() == word)) all.pop_back();
    };
    while (!name.empty()) {
        const auto end = std::find_if_not(name.begin(), name.end(), is_of_a_word);
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

bool is_among(std::string_view word, std::span<const std::string_view> all) {
    return std::ranges::find(all, word) != all.end();
}

// "long unsigned int" and "unsigned long" are one type: each run of such words in one order,
// without the "int" that means nothing.
void unify_integers(words& all) {
    static constexpr std::array<std::string_view, 5> order{"unsigned", "short", "long", "int",
                                                           "char"};
    for (std::size_t i = 0; i < all.size(); ++i) {
        std::size_t end = i;
        while (end < all.size() && is_among(all[end], order)) ++end;
        const auto first = all.begin() + static_cast<std::ptrdiff_t>(i);
        const auto last = all.begin() + static_cast<std::ptrdiff_t>(end);
        const std::span run(first, last);
        const bool has_size = is_among("short", run) || is_among("long", run);
        std::ranges::stable_sort(run, {}, [](std::string_view word) {
            return std::ranges::find(order, word) - order.begin();
        });
        if (has_size && is_among("int", run)) all.erase(std::ranges::find(first, last, "int"));
        while (i < all.size() && is_among(all[i], order)) ++i;
    }
}

}  // namespace

std::string component_name(std::string_view type_name) {
    words all = words_of(type_name);
    unify_integers(all);
    std::string name;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].empty()) continue;
        if (!name.empty()) name += '_';
        const bool is_text = all[i] == "basic_string" && i + 1 < all.size() && all[i + 1] == "char";
        name += is_text ? "string" : all[i];
        i += is_text;
    }
    return name;
}

}  // namespace callbox::openrpc
