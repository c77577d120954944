// Input: a table and scopes. Output: the rows that are visible to a caller, for dispatch.
#include "view.hpp"

#include "dispatch.hpp"

namespace callbox {

std::vector<declared_error> table::errors_of(const row& r) const {
    std::vector<declared_error> all;
    for (const declared_error& each : all_errors_of(r))
        if (std::ranges::find(all, each.code, &declared_error::code) == all.end())
            all.push_back(each);
    return all;
}

}  // namespace callbox

namespace callbox::rpc {

// scope = 1*( name-char / "*" )
// After a mismatch only the last '*' needs to match one more character, since everything before it
// matched as early as possible. The time is bounded by the product of both lengths.
bool matches(std::string_view glob, std::string_view name) {
    std::size_t at = 0;
    std::size_t star = std::string_view::npos;
    std::size_t retried = 0;  // where in the name the text after the star was last tried
    for (std::size_t i = 0; i < name.size();) {
        if (at < glob.size() && glob[at] == '*') {
            star = at++;
            retried = i;
        } else if (at < glob.size() && glob[at] == name[i]) {
            ++at;
            ++i;
        } else if (star != std::string_view::npos) {
            at = star + 1;
            i = ++retried;
        } else {
            return false;
        }
    }
    return glob.find_first_not_of('*', at) == std::string_view::npos;
}

bool grants(std::string_view scope, const row& r) {
    if (scope.starts_with(of_rows)) return r.scopes.contains(scope.substr(of_rows.size()));
    return matches(scope, r.name);
}

view::view(const table& methods, std::span<const std::string> scopes) : methods_(methods) {
    const auto is_inside = [&](const row& r) {
        return std::ranges::any_of(scopes, [&](const auto& scope) { return grants(scope, r); });
    };
    seen_.reserve(methods.rows.size());
    for (const row& r : methods.rows) seen_.push_back(is_inside(r));
    watches_ = is_inside({.name = "rpc.status"});
}

// Empty after the first suggestions_max names of a message.
std::string_view dispatcher::nearest_method(std::string_view name) {
    if (suggestions_left_ == 0) return {};
    --suggestions_left_;
    suggestion near(name);
    for (const row& r : methods_.rows)
        if (is_listed(r, sees_)) near.offer(r.name);
    for (const protocol_method* each : protocol_methods())
        if (each->is_visible(sees_)) near.offer(each->as_row().name);
    return near.best();
}

}  // namespace callbox::rpc
