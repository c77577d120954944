// The params of a request and a row of the table come in, a node for each parameter goes out; next
// is the row's thunk, which reads them.
#include "bind.hpp"

namespace callbox::rpc {

namespace {

bool bind_by_position(value params, const row& of, given_nodes& given, faults& bad) {
    std::size_t count = 0;
    for (const value item : params.items()) {
        if (count < of.by_position_count) given[count] = item.index();
        ++count;
    }
    if (count <= of.by_position_count) return true;
    const bool more_by_name = count <= of.params.count || of.by_position_count == 0;
    const bool by_name_only = of.by_position_count < of.params.count && more_by_name;
    return bad.add({.is = by_name_only ? fault::what::by_name_only : fault::what::too_many,
             .at = params.index(), .most = of.by_position_count, .got = count});
}

}  // namespace

given_nodes bind(document& text, std::uint32_t params, const table& methods, const row& of,
                 faults& bad) {
    const auto declared = methods.params_of(of);
    given_nodes given{};
    if (params != 0) {
        const value all(text, params);
        // With too many by position, what seems missing would only mislead.
        if (all.is(kind::object)) find_members(all, declared, given, bad);
        else if (!bind_by_position(all, of, given, bad)) return given;
    }
    find_missing(params, declared, given, bad);
    return given;
}

}  // namespace callbox::rpc
