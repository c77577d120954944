// Resolves references by JSON pointers.
#include "references.hpp"

#include "base/ascii.hpp"

#include <algorithm>

namespace callbox::openrpc {

namespace {

// "~1" is "/", "~0" is "~"; a percent-encoded "%20" is kept              RFC 6901, 4
std::string unescaped(std::string_view part) {
    std::string out;
    for (std::size_t i = 0; i < part.size(); ++i) {
        const bool escapes = part[i] == '~' && i + 1 < part.size();
        out.push_back(!escapes ? part[i] : part[i + 1] == '1' ? '/' : '~');
        i += escapes;
    }
    return out;
}

}  // namespace

std::optional<value> references::member(value object, std::string_view name) {
    constexpr std::uint32_t nodes_small = 64;
    if (!object.is(kind::object)) return std::nullopt;
    if (object.as_node().count <= nodes_small) return object.find(name);
    auto& names = members_[object.index()];
    if (names.empty())
        for (const value::member m : object.members()) names.try_emplace(m.name.text(), m.value);
    const auto found = names.find(name);
    return found == names.end() ? std::nullopt : std::optional(found->second);
}

// array-index = %x30 / ( %x31-39 *(%x30-39) )                          RFC 6901, 4
std::optional<value> references::element(value array, std::string_view position) {
    const auto index = read_number<std::uint32_t>(position);
    if (!index || (position.size() > 1 && position[0] == '0')) return std::nullopt;
    auto& all = elements_[array.index()];
    if (all.empty())
        for (const value each : array.items()) all.push_back(each);
    return *index < all.size() ? std::optional(all[*index]) : std::nullopt;
}

// "#" json-pointer                                                      RFC 6901, 6
std::optional<value> references::target(std::string_view reference, std::string* last) {
    if (is_to_another(reference)) {
        const std::string_view other = reference.substr(0, reference.find('#'));
        if (others_.size() < others_max && std::ranges::find(others_, other) == others_.end())
            others_.emplace_back(other);
    }
    if (reference != "#" && !reference.starts_with("#/")) return std::nullopt;
    std::string_view pointer = reference.substr(1);
    std::optional<value> found = root_;
    while (!pointer.empty() && found) {
        pointer.remove_prefix(1);
        const std::size_t end = std::min(pointer.find('/'), pointer.size());
        const std::string part = unescaped(pointer.substr(0, end));
        pointer.remove_prefix(end);
        if (last != nullptr) *last = part;
        found = found->is(kind::array) ? element(*found, part) : member(*found, part);
    }
    return found;
}

}  // namespace callbox::openrpc
