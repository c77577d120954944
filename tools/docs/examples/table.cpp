// Tables and their functions.

namespace attributes_hpp {
using callbox::method;
using namespace std::chrono_literals;
std::string find(int id);
constexpr callbox::api found{
    // example of attributes.hpp: method<"product.find", find>
};
std::string make();
constexpr callbox::api made{callbox::thread_safe,
    // example of attributes.hpp: method<"report.make", make>
};
}

namespace caller_hpp {
struct journal {};
// example of caller.hpp: std::string greet(
constexpr callbox::api methods{callbox::method<"greet", greet>("Greets.", "name"),
                               callbox::method<"note", note>("Adds a note.", "text")};
}

namespace dispatch_hpp {
struct store {
    explicit store(std::vector<std::string> names);
    int count();
};
constexpr callbox::api methods{callbox::method<"count", &store::count>("Counts.")};
auto failing() { return
    // example of dispatch.hpp: failing_examples(methods,
; }
}

namespace event_hpp {
struct change { std::string sku; int count; };
constexpr auto describe(callbox::as<change>) { return callbox::aggregate("sku", "count"); }
struct store {
    callbox::topic<change> changed;
    int get(std::string_view sku);
};
callbox::topic<int> ticks;
using callbox::method;
// example of event.hpp: bool concerns(
// example of event.hpp: using callbox::event,
// example of event.hpp: constexpr callbox::api methods{
}

namespace hooks_hpp {
struct user { std::string name; };
struct shop {
    struct {
        void add(std::string_view method, int code, std::chrono::nanoseconds took);
    } journal;
    bool open;
};
int sell(shop& s);
// example of hooks.hpp: callbox::result<void> allowed(
// example of hooks.hpp: constexpr callbox::api plain{
// ... callbox::method<"sell", sell>("Sells.")
}
namespace hooks_hpp::with_a_value {
using callbox::method;
// example of hooks.hpp: callbox::result<user> login(
// example of hooks.hpp: constexpr callbox::api greetings{
}

namespace later_hpp {
using namespace std::chrono_literals;
using callbox::method;
struct change { std::string sku; int count; };
constexpr auto describe(callbox::as<change>) { return callbox::aggregate("sku", "count"); }
struct store {
    std::map<std::string, std::vector<callbox::later<change>>> waiting;
    std::vector<callbox::later<change>> take_waiting(std::string_view sku);
};
// example of later.hpp: void wait_for(
constexpr callbox::api methods{
    // example of later.hpp: method<"stock.wait", &wait_for>
};
}

namespace log_hpp {
struct stock { int left; };
// example of log.hpp: int sell(
// ... return s.left -= count;
}
}

namespace method_hpp {
enum class tone { plain, cheerful };
constexpr auto describe(callbox::as<tone>) {
    using callbox::choice, callbox::choices;
    return choices{choice{tone::plain, "plain"}, choice{tone::cheerful, "cheerful"}};
}
callbox::result<std::string> hello(std::string_view name, tone tone);
struct store { int create(std::string_view name); };
// example of method.hpp: std::int64_t add(
// example of method.hpp: using callbox::arg,
// example of method.hpp: constexpr callbox::api methods{
constexpr callbox::api products{
    // example of method.hpp: method<"product.create", &store::create>
};
namespace safe {
// example of method.hpp: constexpr callbox::api methods{callbox::thread_safe
// ... "The sum of two integers.", "a", "b"
// ... method<"greeting.hello", hello>("Greets a person by name.", "name", "tone")
}
}

namespace module_hpp {
// example of module.hpp: class devices {
// ... public: int count();
// ... public: int ring();
constexpr callbox::api device_methods{callbox::method<"count", &devices::count>("Counts.")};
constexpr callbox::api alarm_methods{callbox::method<"ring", &alarms::ring>("Rings.")};
// example of module.hpp: constexpr callbox::api methods =
}
namespace module_hpp::apart {
// example of module.hpp: extern const callbox::module device_module;
// ... callbox::method<"count", &devices::count>("Counts.")
extern const callbox::module alarm_module;
int serve(int argc, char** argv, devices& state) {
    // example of module.hpp: const callbox::joined methods
}
}

namespace tool_hpp {
using callbox::method;
int count(int id);
void put_back(int id, int pieces);
void clear();
constexpr callbox::api methods{
    // example of tool.hpp: method<"stock.count", count>
};
}

namespace topic_hpp {
// example of topic.hpp: struct change {
constexpr auto describe(callbox::as<change>) { return callbox::aggregate("sku", "count"); }
// example of topic.hpp: class store {
// ...
}
