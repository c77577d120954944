// A program with every type, for OpenRPC tools, and with methods that report their progress.
#include "support/everything_api.hpp"

#include <callbox/later.hpp>

#include <atomic>
#include <thread>

namespace {

using callbox::arg, callbox::blocking, callbox::method;

std::atomic<int> cancelled = 0;

// Returns early if the caller has left. `by` is the caller or the later answer.
template <class Caller> int count(Caller& by, int most) {
    for (int i = 1; i <= most; ++i) {
        if (by.gone()) return ++cancelled, i;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        by.progress(i, most, "step " + std::to_string(i));
    }
    return most;
}

callbox::result<int> count_to(const callbox::caller& caller, int most) {
    if (most == 0) return callbox::failure{7, "nothing to count"};
    return count(caller, most);
}

void count_later(int most, callbox::later<int> done) {
    std::thread([most, later = std::move(done)]() mutable {
        later(count(later, most));
    }).detach();
}

int cancelled_calls() { return cancelled; }

constexpr callbox::api methods = everything::methods + callbox::api{
    callbox::thread_safe,
    method<"work.count", count_to>("Counts, and reports its progress.",
        arg("most").in(0, 100), blocking, callbox::fails(7, "nothing to count")),
    method<"work.count_later", count_later>("The same, without a thread of the server.",
        arg("most").in(0, 100)),
    method<"work.cancelled", cancelled_calls>("The calls that ended early."),
};

}  // namespace

int main(int argc, char** argv) {
    everything::counter state;
    return callbox::run(methods, state, argc, argv,
                        {.title = "everything", .version = "1.0.0", .description = "Every type."});
}
