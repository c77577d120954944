// Input: the params of a request and a row of the table. Output: a node for each parameter, which
// the row's thunk reads next.
#include "request.hpp"

namespace callbox::rpc {

namespace {

// Binds the items to the first parameters. Does not report missing ones if there are too many
// items: that would be misleading.
void bind_by_position(value params, const row& r, std::span<const param> declared,
                      given_nodes& given, violations& bad) {
    std::size_t count = 0;
    for (const value item : params.items()) {
        if (count < r.by_position_count) given[count] = &item.as_node();
        ++count;
    }
    for (std::size_t i = std::min(count, r.by_position_count); i < declared.size(); ++i)
        given[i] = nullptr;
    if (count <= r.by_position_count) {
        if (count < declared.size()) find_missing(params.index(), declared, given, bad);
        return;
    }
    const bool more_by_name = count <= r.params.count || r.by_position_count == 0;
    const bool by_name_only = r.by_position_count < r.params.count && more_by_name;
    bad.add({.kind = by_name_only ? violation_kind::by_name_only : violation_kind::too_many,
             .at = params.index(), .most = r.by_position_count, .got = count});
}

}  // namespace

void bind(document& text, node* params, const table& methods, const row& r, given_nodes& given,
          violations& bad) {
    const auto declared = methods.params_of(r);
    if (params != nullptr && params->type == kind::array)
        return bind_by_position({text, *params}, r, declared, given, bad);
    std::fill_n(given.begin(), declared.size(), nullptr);
    std::uint32_t at = 0;
    if (params != nullptr) {
        const value all(text, *params);
        at = all.index();
        find_members(all, declared, given, bad);
    }
    find_missing(at, declared, given, bad);
}

}  // namespace callbox::rpc
