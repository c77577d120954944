// options::shapes reaches the messages: what is remembered of them takes memory.
#include "asking.hpp"

#include "support/allocations.hpp"

namespace {

std::string batch_of(std::string_view request) {
    std::string all = "[";
    for (int i = 0; i < 90; ++i) all.append(i == 0 ? "" : ",").append(request);
    return all + "]";
}

// How often memory is taken for a batch of what was answered before. Nothing is remembered of the
// batch of notifications, whose nodes take as much as those of any.
std::size_t allocations_of_known(bool shapes) {
    options how;
    how.shapes = shapes;
    asked one(how);
    cr_assert(one.post("", batch_of(R"({"jsonrpc":"2.0","method":"count","more":[1,2]})")).status ==
              204);
    for (int i = 0; i < 4; ++i) cr_assert(one.post().status == 200);
    const std::string batch = batch_of(call_count);
    support::allocations();
    cr_assert(one.post("", batch).status == 200);
    return support::allocations();
}

}  // namespace

Test(site_shapes, without_them_nothing_is_remembered_of_a_message) {
    cr_expect(allocations_of_known(true) > allocations_of_known(false));
}
