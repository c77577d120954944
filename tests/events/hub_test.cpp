// What the hubs of two loops log.
#include "events/hub.hpp"
#include "rpc/dispatch.hpp"
#include "support/logs.hpp"
#include "support/messages.hpp"

#include <callbox/callbox.hpp>
#include <callbox/event.hpp>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <cmath>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

namespace hub_test { namespace {

enum class writes { number, nan, exception, integer_exception, no_memory };
struct reading {
    writes what;
};

}}  // namespace hub_test

template <> struct callbox::codec<hub_test::reading> {
    static constexpr type schema = codec<double>::schema;
    static void write(writer& to, const hub_test::reading& r) {
        using enum hub_test::writes;
        if (r.what == exception) throw std::runtime_error("no reading");
        if (r.what == integer_exception) throw 1;
        if (r.what == no_memory) throw std::bad_alloc();
        codec<double>::write(to, r.what == nan ? NAN : 0.5);
    }
};

namespace hub_test { namespace {

callbox::topic<reading> readings;
constexpr callbox::api methods{callbox::event<"sensor.read", &readings>("A reading.")};

// A loop with a subscriber.
struct loop {
    callbox::table rows{methods};
    callbox::limits bounds;
    support::kept_log log;
    std::unique_ptr<callbox::events::hub> hub = rows.rows[0].event.make_hub(rows, bounds);
    callbox::rpc::dispatcher calls{rows, nullptr, bounds, log};
    std::unique_ptr<callbox::events::stream> stream = hub->make_stream("127.0.0.1:5");

    loop() {
        cr_assert(hub->open(log).empty());
        stream->set_owner(this);
        const callbox::rpc::subscribing here(calls, stream.get());
        callbox::bytes out;
        callbox::caller from;
        from.call = calls.call_to_log();
        std::string text = made_up::sent("sensor.read", "[]");
        (void)calls.dispatch(text, out, from, nullptr);
        cr_assert(eq(str, std::string(out.view()), made_up::answered("\"1\"")));
    }
};

Test(events_hub, one_loop_logs_why_an_event_is_lost) {
    const std::pair<writes, const char*> rows[] = {
        {writes::nan, "\"the payload has a number or a text that JSON cannot represent\""},
        {writes::exception, "\"no reading\""},
        {writes::integer_exception, ""},
        {writes::no_memory, "std::bad_alloc"},
    };
    for (const auto& [what, reason] : rows) {
        loop first, second;
        readings.publish({writes::number});
        readings.publish({what});
        readings.publish({writes::number});  // lost too
        for (loop* each : {&second, &first}) (void)each->hub->collect();
        const std::string fields = *reason == '\0' ? "" : std::string(" reason=") + reason;
        cr_expect(eq(str, first.log.text(), "event lost method=sensor.read" + fields + '\n'));
        cr_expect(eq(str, second.log.text(), ""));
    }
}

}}  // namespace hub_test
