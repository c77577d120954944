// Finds members that may be absent or of another type.
#include "keywords.hpp"

#include <algorithm>

namespace callbox::openrpc::generate {

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

}  // namespace callbox::openrpc::generate
