// Events in the output of `list` and `help`.
#include "support/command_line.hpp"

#include <callbox/event.hpp>

#include <criterion/criterion.h>

#include <optional>
#include <string>
#include <string_view>

namespace cli_events_test {

using namespace callbox;

struct movement {
    std::string sku;
    int count = 0;
};
constexpr auto describe(callbox::as<movement>) {
    return fields{field{"sku", &movement::sku, "the product"}, field{"count", &movement::count}};
}

namespace {

topic<movement> moved;
topic<int> counted;
bool concerns(const movement& m, std::optional<std::string_view> sku) {
    return !sku || m.sku == *sku;
}
constexpr api methods{
    event<"counted", &counted>("A count.", when_full::latest),
    event<"moved", &moved, concerns>("Stock moved.", arg("sku", "only this"), keeps(9),
                                     example({"A-1"}, "1")),
};

support::ran running(const std::vector<std::string>& words) {
    return support::command_line{.methods = methods}(words);
}

Test(cli_events, list_shows_payloads) {
    support::expect_text(running({"list"}),
                         "counted() -> events of integer   A count.\n"
                         "moved(sku: string or null, *, since: integer or null) -> events of "
                         "movement   Stock moved.\n");
}

Test(cli_events, help_shows_the_payload_and_how_to_subscribe) {
    support::expect_text(running({"help", "moved"}),
                         R"(moved(sku: string or null, *, since: integer or null) -> events of )"
                         R"(movement

Stock moved.

Parameters:
  sku     string or null; optional
          only this
  since   integer or null; optional; by name only
          the seq of an event: those after it come first

Payload: movement
Retained events: 9. A subscription ends if its client reads too slowly.

Members of movement:
  sku     string; required
          the product
  count   integer from -2147483648 to 2147483647; required

Examples:
  {"sku":"A-1"}

To subscribe from a shell:
curl -N -H 'Accept: text/event-stream' -H 'Content-Type: application/json' )"
                         R"(http://127.0.0.1:8080/api -d '{"jsonrpc":"2.0","id":1,)"
                         R"("method":"moved","params":{"sku":"A-1"}}'
)");
    const std::string text = running({"help", "counted"}).out;
    cr_expect(text.find("Only the newest event waits for a client") != text.npos, "%s",
              text.c_str());
}

}  // namespace

}  // namespace cli_events_test
