// Finds members that may be absent or of another type.
#include "keywords.hpp"

#include "base/read_number.hpp"

#include <algorithm>

namespace callbox::openrpc::generate {

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

bool has_any(value v, std::initializer_list<std::string_view> keywords) {
    return std::ranges::any_of(keywords, [&](std::string_view k) { return v.find(k).has_value(); });
}
bool is_flag(value v, std::string_view name, bool wanted) {
    const auto found = v.find(name);
    return found && found->is(kind::boolean) && found->truth() == wanted;
}
std::string_view text_of(value v, std::string_view name) {
    const auto found = v.find(name);
    return found && found->is(kind::string) ? found->text() : std::string_view{};
}
std::optional<std::vector<value>> list_of(value v, std::string_view name) {
    const auto found = v.find(name);
    if (!found || !found->is(kind::array)) return std::nullopt;
    std::vector<value> all;
    for (const value each : found->items()) all.push_back(each);
    return all;
}
double bound(value v, std::string_view name, double otherwise) {
    const auto found = v.find(name);
    if (!found || !(found->is(kind::integer) || found->is(kind::number))) return otherwise;
    return found->as_double().value_or(otherwise);
}

std::optional<value> lookup::member(value object, std::string_view name) {
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
std::optional<value> lookup::element(value array, std::string_view position) {
    const auto index = read_number<std::uint32_t>(position);
    if (!index || (position.size() > 1 && position[0] == '0')) return std::nullopt;
    auto& all = elements_[array.index()];
    if (all.empty())
        for (const value each : array.items()) all.push_back(each);
    return *index < all.size() ? std::optional(all[*index]) : std::nullopt;
}

std::optional<value> lookup::at(std::string_view pointer, std::string* last) {
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

}  // namespace callbox::openrpc::generate
