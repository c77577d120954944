// Programs, their tests and clients.
#include <callbox/client.hpp>
#include <callbox/connection.hpp>
#include <callbox/test.hpp>
// example of clients.hpp: #include <callbox/clients.hpp>

#include <cassert>

// A table for all of them.
struct point { double x, y; };
constexpr auto describe(callbox::as<point>) { return callbox::aggregate("x", "y"); }
enum class tone { plain, cheerful };
constexpr auto describe(callbox::as<tone>) {
    using callbox::choice, callbox::choices;
    return choices{choice{tone::plain, "plain"}, choice{tone::cheerful, "cheerful"}};
}
std::int64_t add(std::int64_t a, std::int64_t b);
std::string hello(std::string_view name, tone tone);
void log_add(std::string_view text);
point middle(const std::vector<point>& points);
int ping();
std::string make();
callbox::topic<int> changed;
bool concerns(const int& count, std::string_view sku);
using callbox::event, callbox::method;
constexpr callbox::api methods{
    method<"greeting.hello", hello>("Greets.", "name", "tone"),
    method<"log.add", log_add>("Adds a line.", "text"),
    method<"math.add", add>("Adds.", "a", "b"),
    method<"path.middle", middle>("The middle.", "points"),
    method<"ping", ping>("Pings."),
    method<"report.make", make>("Makes a report."),
    event<"stock.changed", &changed, concerns>("A count changed.", "sku"),
};
void report(const std::string& message);

namespace client_hpp {
void later();
void use() {
    // example of client.hpp: callbox::client<methods> api(
}
}

namespace clients_hpp {
int serve(int argc, char** argv) {
    // example of clients.hpp: callbox::options defaults;
}
}

namespace connection_hpp {
std::string secret;
void use() {
    // example of connection.hpp: callbox::connection to(
}
auto retry_after(const callbox::failure& failure) { return
    // example of connection.hpp: (*failure.data)["retry_after"]
; }
}

namespace server_hpp {
int fail(const std::string& why);
void announce(std::string_view address);
int serve(const callbox::options& options) {
    // example of server.hpp: callbox::server s(methods, options);
    return 0;
}
}

namespace setting_hpp {
struct store { int count(); };
constexpr callbox::api methods{method<"count", &store::count>("Counts.")};
// example of setting.hpp: callbox::result<store> open(
// example of setting.hpp: int main(
}

namespace subscription_hpp {
void load_everything();
void use(int change);
void follow(callbox::client<methods>& api) {
    // example of subscription.hpp: auto changes
}
}

namespace test_hpp {
void test() {
    // example of test.hpp: callbox::test::client<methods> client;
}
}

namespace typed_call_hpp {
using callbox::named;
void use(callbox::client<methods>& client) {
    // example of typed_call.hpp: client.call<"math.add">(2, 3)
}
struct client : callbox::typed_calls<methods, client> {
    // example of typed_call.hpp: callbox::carried carry(
};
}
