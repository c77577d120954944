// Finds members that may be missing or of another type.
#include "keywords.hpp"

#include <algorithm>

namespace callbox::openrpc::generate {

namespace {

// "~1" is "/", "~0" is "~"; a "%20" of the URI's fragment stays          RFC 6901, 4
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

std::optional<value> at(value from, std::string_view pointer, std::string* last) {
    while (!pointer.empty()) {
        pointer.remove_prefix(1);
        const std::size_t end = std::min(pointer.find('/'), pointer.size());
        const std::string part = unescaped(pointer.substr(0, end));
        pointer.remove_prefix(end);
        if (last != nullptr) *last = part;
        std::optional<value> next = from.find(part);
        if (from.is(kind::array)) {
            std::size_t index = 0;
            for (const value each : from.items())
                if (std::to_string(index++) == part) next = each;
        }
        if (!next) return std::nullopt;
        from = *next;
    }
    return from;
}

}  // namespace callbox::openrpc::generate
