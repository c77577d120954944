// The promise that a call takes nothing from the heap: the whole way, from bytes in to bytes out.
#include "app/methods.hpp"
#include "net/connection.hpp"
#include "support/allocations.hpp"

#include <criterion/criterion.h>

#include <algorithm>
#include <string>
#include <string_view>

using namespace callbox;

namespace {

struct silence final : callbox::log {
    void line(std::string_view) override {}
};

// A server without sockets that one peer talks to.
struct server {
    silence journal;
    callbox::options how;
    site::site answers{demo::methods, nullptr, how, true, journal};
    net::shared common{answers, how.limits};
    net::connection link{common};

    server() {
        common.moment.date = "Sun, 06 Nov 1994 08:49:37 GMT";
        link.open(0);
    }
    // How often the heap was asked while one read brought these requests and their answers left.
    std::size_t allocations(std::string_view requests) {
        const auto to = link.room(0);
        std::copy(requests.begin(), requests.end(), to.begin());
        support::allocations();
        link.received(requests.size(), 0);
        const bool answered = link.unsent().starts_with("HTTP/1.1 200 OK\r\n");
        link.sent(link.unsent().size(), 0);
        const auto count = support::allocations();
        cr_assert(answered);
        cr_assert(link.current() == net::phase::idle);
        return count;
    }
};

std::string post(std::string_view body) {
    return "POST /api HTTP/1.1\r\nHost: localhost:8080\r\nContent-Type: application/json\r\n"
           "Content-Length: " +
           std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

}  // namespace

Test(net_allocation, the_count_sees_what_is_taken) {
    support::allocations();
    const std::string long_enough(1000, 'x');
    cr_assert(long_enough.size() == 1000);
    cr_assert(support::allocations() > 0);
}

Test(net_allocation, a_call_takes_nothing_after_the_first) {
    server s;
    const std::string ping = post(R"({"jsonrpc":"2.0","method":"ping","id":1})");
    const std::string add = post(R"({"jsonrpc":"2.0","method":"math.add","params":[2,3],"id":1})");
    const std::string mul =
        post(R"({"jsonrpc":"2.0","method":"math.mul","params":{"a":2,"b":3},"id":"\u0061"})");
    s.allocations(ping + add + mul);
    for (const std::string& request : {ping, add, mul, ping + add + mul, add + add})
        cr_expect(s.allocations(request) == 0, "%s", request.c_str());
}

Test(net_allocation, a_batch_takes_nothing_after_the_first) {
    server s;
    std::string batch = "[";
    for (int i = 0; i < 100; ++i)
        batch += R"({"jsonrpc":"2.0","method":"math.add","params":[2,3],"id":1},)";
    batch.back() = ']';
    s.allocations(post(batch));
    cr_expect(s.allocations(post(batch)) == 0);
}
