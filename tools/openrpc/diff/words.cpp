// Describes schemas in words.
#include "words.hpp"

#include "rpc/describe.hpp"

#include <algorithm>
#include <set>
#include <vector>

namespace callbox::openrpc {

namespace {

using contract::kinds, contract::schema, contract::shape;

constexpr std::size_t alternatives_max = 1024;  // of one schema

// Letters, digits, _, $, - and characters beyond ASCII.
bool is_plain(std::string_view name) {
    return !name.empty() && std::ranges::all_of(name, [](char c) {
        const bool letter = ('a' <= (c | 0x20) && (c | 0x20) <= 'z') || ('0' <= c && c <= '9');
        return letter || c == '_' || c == '$' || c == '-' || static_cast<unsigned char>(c) >= 0x80;
    });
}

}  // namespace

std::string plain(std::string_view name) {
    return is_plain(name) ? std::string(name) : in_quotes(name);
}

std::string member_step(std::string_view name) {
    return is_plain(name) ? "." + std::string(name) : "[" + in_quotes(name) + "]";
}

bool flatten(const schema& from, shapes& out) {
    std::vector<const schema*> all{&from};
    std::set<const schema*> seen{&from};
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (const schema* each : all[i]->alternatives)
            if (seen.insert(each).second) all.push_back(each);
        if (all.size() > alternatives_max) return false;
        for (const shape& s : all[i]->shapes) {
            const kind slot = s.kind == kind::integer ? kind::number : s.kind;
            const auto at = std::ranges::find(kinds, slot) - kinds.begin();
            out[static_cast<std::size_t>(at)].push_back(&s);
        }
    }
    return true;
}

std::string kind_words(const shapes& all) {
    const auto is_there = [](const auto& slot) { return !slot.empty(); };
    if (std::ranges::all_of(all, is_there)) return "any JSON";
    std::vector<std::string> words;
    for (const auto& slot : all)
        for (const shape* each : slot) words.emplace_back(name_of(each->kind));
    return words.empty() ? "nothing" : joined(words, " or ");
}

std::string range_words(const shape& s) {
    bytes out;
    out.append(s.least || s.most ? "" : "any ");
    out.append(name_of(s.kind));
    if (s.least) {
        out.append(" from ");
        rpc::append_literal(out, *s.least);
    }
    if (s.most) {
        out.append(" to ");
        rpc::append_literal(out, *s.most);
    }
    return std::string(out.view());
}

std::string count_words(const shape& s, std::string_view unit) {
    const std::string least = std::to_string(s.count_least), most = std::to_string(s.count_most);
    const bool open = s.count_most == SIZE_MAX;
    std::string words;
    if (open) words = s.count_least == 0 ? "any number" : "at least " + least;
    else if (s.count_least == 0) words = "at most " + most;
    else words = least == most ? most : least + " to " + most;
    if (unit.empty()) return words;
    if (open && s.count_least == 0) words += " of";
    const bool one = open ? s.count_least == 1 : s.count_most == 1;
    return words.append(" ").append(unit).append(one ? "" : "s");
}

std::string type_words(const schema& of) {
    shapes all;
    if (!flatten(of, all)) return "any JSON";
    std::string words = kind_words(all);
    const auto at = std::ranges::find(kinds, kind::array) - kinds.begin();
    const auto& arrays = all[static_cast<std::size_t>(at)];
    if (words != "array" || !arrays.front()->items.empty()) return words;
    shapes elements;
    if (!flatten(*arrays.front()->rest, elements)) return words;
    return words + " of " + kind_words(elements);
}

}  // namespace callbox::openrpc
