// The params of a request and a row of the table come in, a node for each parameter goes out; next
// is the row's thunk, which reads them.
#include "bind.hpp"

#include <algorithm>

namespace callbox::rpc {

namespace {

void bind_by_position(value params, const row& of, given_nodes& given, faults& bad) {
    std::size_t count = 0;
    for (const value item : params.items()) {
        if (count < of.by_position_count) given[count] = item.index();
        ++count;
    }
    if (count <= of.by_position_count) return;
    const bool more_by_name = count <= of.params_count || of.by_position_count == 0;
    const bool by_name_only = of.by_position_count < of.params_count && more_by_name;
    bad.add({.is = by_name_only ? fault::what::by_name_only : fault::what::too_many,
             .at = params.index(), .most = of.by_position_count, .got = count});
}

void bind_by_name(value params, std::span<const param> declared, given_nodes& given, faults& bad) {
    for (const auto member : params.members()) {
        const auto name = member.name.text();
        const auto at = std::find_if(declared.begin(), declared.end(),
                                     [&](const param& p) { return p.name == name; });
        if (at == declared.end()) {
            bad.add({.is = fault::what::unexpected, .at = member.name.index()});
            continue;
        }
        auto& node = given[static_cast<std::size_t>(at - declared.begin())];
        if (node != 0) bad.add({.is = fault::what::twice, .at = member.name.index()});
        node = member.is.index();
    }
}

}  // namespace

given_nodes bind(document& text, std::uint32_t params, const table& methods, const row& of,
                 faults& bad) {
    const auto declared = methods.params_of(of);
    given_nodes given{};
    if (params != 0) {
        const value all(text, params);
        if (all.is(kind::array)) bind_by_position(all, of, given, bad);
        else bind_by_name(all, declared, given, bad);
    }
    // With an array that has too many, what seems missing would only mislead.
    const bool misplaced = params != 0 && value(text, params).is(kind::array) && !bad.all().empty();
    for (std::size_t i = 0; i < declared.size() && !misplaced; ++i)
        if (declared[i].required && given[i] == 0)
            bad.add({.is = fault::what::missing, .at = params, .wanted = declared[i].is,
                     .name = declared[i].name});
    return given;
}

}  // namespace callbox::rpc
