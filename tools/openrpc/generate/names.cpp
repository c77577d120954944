// Splits names into words and joins words into identifiers.
#include "names.hpp"

#include "base/ascii.hpp"
#include "escaped.hpp"

#include <algorithm>
#include <cassert>

namespace callbox::openrpc::generate {

namespace {

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_word(char c) { return ascii::is_alpha(c) || ascii::is_digit(c); }
char upper(char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }

// Whether a new word begins at `i`: at "I" in "userId", at "S" in "HTTPServer".
bool begins_word(std::string_view name, std::size_t i) {
    if (!is_upper(name[i])) return false;
    if (!is_upper(name[i - 1])) return true;
    return i + 1 < name.size() && is_lower(name[i + 1]);
}

std::string safe(std::string name) {
    if (name.empty()) return "value";
    if (ascii::is_digit(name[0])) name.insert(0, 1, '_');
    return name;
}

}  // namespace

std::vector<std::string> words_of(std::string_view name) {
    std::vector<std::string> words;
    bool in_word = false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        const bool is_part = is_word(c);
        if (is_part && (!in_word || begins_word(name, i))) words.emplace_back();
        if (is_part) words.back().push_back(ascii::to_lower(c));
        in_word = is_part;
    }
    return words;
}

std::string pascal(std::span<const std::string> words) {
    std::string name = camel(words);
    name[0] = upper(name[0]);
    return name;
}

std::string camel(std::span<const std::string> words) {
    std::string name;
    for (const std::string& word : words) {
        const std::size_t begin = name.size();
        name.append(word);
        if (begin > 0) name[begin] = upper(name[begin]);
    }
    return safe(std::move(name));
}

std::string snake(std::span<const std::string> words) {
    std::string name;
    for (const std::string& word : words) {
        if (!name.empty()) name.push_back('_');
        name.append(word);
    }
    return safe(std::move(name));
}

bool is_identifier(std::string_view name) {
    const auto suits = [](char c) { return is_word(c) || c == '_'; };
    return !name.empty() && !ascii::is_digit(name[0]) && std::ranges::all_of(name, suits);
}

bool is_listed(std::string_view list, std::string_view word) {
    for (std::size_t at = list.find(word); at != list.npos; at = list.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        const bool begins = at == 0 || list[at - 1] == ' ';
        if (begins && (end == list.size() || list[end] == ' ')) return true;
    }
    return false;
}

bool scope::is_reserved(const std::string& name) const {
    const auto has = [&](std::string_view list) { return is_listed(list, name); };
    return std::ranges::any_of(lists_, has) ||
           (outer_ != nullptr && (outer_->taken_.contains(name) || outer_->is_reserved(name)));
}

code scope::claim(std::string wanted) {
    assert(is_identifier(wanted));
    wanted.resize(std::min(wanted.size(), name_bytes_max));
    if (is_reserved(wanted) && !is_reserved(wanted + '_')) wanted.push_back('_');
    const std::size_t first = is_reserved(wanted) ? 2 : 1;
    std::size_t& next = taken_.try_emplace(wanted, first).first->second;
    std::string name = wanted;
    for (; next > 1; ++next) {
        name = wanted + '_' + std::to_string(next);
        if (!is_reserved(name) && taken_.try_emplace(name, 2).second) break;
    }
    ++next;
    return escaped::make(std::move(name));
}

}  // namespace callbox::openrpc::generate
