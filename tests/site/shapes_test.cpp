// options::shapes applies to messages: remembered layouts take memory.
#include "asking.hpp"

#include "support/allocations.hpp"

namespace shapes_test { namespace {

std::string batch_of(std::string_view request) {
    std::string all = "[";
    for (int i = 0; i < 90; ++i) all.append(i == 0 ? "" : ",").append(request);
    return all + "]";
}

// The number of allocations for a batch of a known request. The batch of notifications is not
// remembered; it makes room for the nodes of any batch.
std::size_t allocations_of_known(bool shapes) {
    asked one(with(&options::shapes, shapes));
    cr_assert(one.post("", batch_of(R"({"jsonrpc":"2.0","method":"count","more":[1,2]})")).status ==
              204);
    for (int i = 0; i < 4; ++i) cr_assert(one.post().status == 200);
    const std::string batch = batch_of(call_count);
    support::allocations();
    cr_assert(one.post("", batch).status == 200);
    return support::allocations();
}

Test(site_shapes, without_them_no_layout_is_remembered) {
    cr_expect(allocations_of_known(true) > allocations_of_known(false));
}

}}  // namespace shapes_test
