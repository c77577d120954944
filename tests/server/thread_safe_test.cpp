// Tables that are not marked thread_safe have one worker.
#include "support/with.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <string>

namespace thread_safe_test { namespace {

using callbox::api, callbox::method;

int one() { return 1; }
constexpr api safe{callbox::thread_safe, method<"a", one>("")};
constexpr api other{method<"b", one>("")};
constexpr api mixed = safe + other;
constexpr api both = safe + api{callbox::thread_safe, method<"b", one>("")};

template <const auto& Methods> std::string started_with(std::size_t workers) {
    callbox::options how;
    how.listen = {"127.0.0.1:0"};
    how.workers = workers;
    return callbox::server(Methods, how).start();
}

Test(server_thread_safe, several_workers_require_it_of_each_joined_table) {
    const std::string refused =
        "cannot run more than one worker: the table of b is not marked thread_safe";
    for (const std::size_t workers : {2u, 0u}) {
        cr_expect(started_with<mixed>(workers) == refused);
        cr_expect(started_with<other>(workers) == refused);
        cr_expect(started_with<safe>(workers) == "");
        cr_expect(started_with<both>(workers) == "");
    }
    cr_expect(started_with<mixed>(1) == "");
}

}}  // namespace thread_safe_test
