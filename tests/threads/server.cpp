// The program under ThreadSanitizer: everything that workers and blocking threads do.
#include "support/side_by_side.hpp"

namespace {

using callbox::blocking, callbox::method;
using namespace std::chrono_literals;

constexpr callbox::api slow{
    callbox::thread_safe,
    method<"slow.calls", side_by_side::calls>("Like calls.", blocking),
    method<"slow.exchange", side_by_side::exchange>("Like exchange.", "text", blocking),
    method<"slow.pause", side_by_side::pause>("Like pause.", "ms", blocking),
    method<"slow.late", side_by_side::pause>("Like pause, in time or not.", "ms", blocking,
                                             callbox::timeout(5ms)),
    method<"slow.fail", side_by_side::fail>("Like fail.", blocking),
};
constexpr callbox::api methods = side_by_side::methods + slow;

}  // namespace

int main(int argc, char** argv) {
    side_by_side::together t;
    return callbox::run(methods, t, argc, argv);
}
