// Measures calls without a network, and the parsing of JSON.
//     codec time    for each workload a line: name, unit ("call", "event", "byte"), and the
//                   nanoseconds per unit
//     codec count   for callgrind, which counts the instructions of each call of counted_run(). It
//                   is called twice for each workload. A line: name, unit, the number of units by
//                   which the second call exceeds the first, heap allocations per unit
// Columns are separated by tabs. Exits with status 1 if a response is wrong.
#include "app/methods.hpp"
#include "http/head_reader.hpp"
#include "server/connection.hpp"
#include "site/site.hpp"
#include "site/tokens.hpp"
#include "../../tests/support/frames.hpp"
#include "calls.hpp"
#include "fanout.hpp"
#include "order.hpp"
#include "texts.hpp"

#include <callbox/later.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// ---------------------------------------------------------------------------------- allocations

// The linker replaces malloc and the others by these (-Wl,--wrap), also where `new` calls them.
namespace {
std::uint64_t allocations = 0;
}
extern "C" {
void* __real_malloc(std::size_t size);
void* __real_calloc(std::size_t count, std::size_t size);
void* __real_realloc(void* old, std::size_t size);
void* __real_aligned_alloc(std::size_t alignment, std::size_t size);
void* __wrap_malloc(std::size_t size) { return ++allocations, __real_malloc(size); }
void* __wrap_calloc(std::size_t count, std::size_t size) {
    return ++allocations, __real_calloc(count, size);
}
void* __wrap_realloc(void* old, std::size_t size) {
    return ++allocations, __real_realloc(old, size);
}
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t size) {
    return ++allocations, __real_aligned_alloc(alignment, size);
}
}

// -------------------------------------------------------------------------------------- methods

namespace {

using bench::batch_of, bench::call_of, bench::counting_calls, bench::counting_results;
using bench::result_of, bench::spaced;

std::string_view echo(std::string_view text) { return text; }
const shop::order& keep(const shop::order& order) { return order; }
bool is_array(const callbox::json& any) { return any.kind() == callbox::kind::array; }

constexpr callbox::api methods =
    demo::methods + callbox::api{
        callbox::method<"echo", echo>("Returns its parameter.", "text"),
        callbox::method<"order.keep", keep>("Returns its parameter.", "order"),
        callbox::method<"is_array", is_array>("Whether it is an array.", "any"),
    };

void add_later(double a, double b, callbox::later<double> done) { done(a + b); }
constexpr callbox::api later_methods{
    callbox::method<"math.add", add_later>("Answers at once.", "a", "b")};

// ------------------------------------------------------------------------------------ workloads

struct workload {
    const char* name;
    const char* unit;
    std::size_t units;  // per run
    std::function<void()> run;
};

[[noreturn]] void fail(const char* name, std::string_view why) {
    std::fprintf(stderr, "codec: %s: %.*s\n", name, static_cast<int>(why.size()), why.data());
    std::exit(1);
}

// Passes each workload to `measure` after checking its response.
template <class Measure> void calls(Measure measure) {
    callbox::answerer one(methods);
    const auto call = [&](const char* name, const std::string& message, std::string_view wanted,
                          std::size_t count = 1) {
        if (!one.answer(message).starts_with(wanted)) fail(name, one.answer(message));
        measure(workload{name, "call", count, [&] { one.answer(message); }});
    };
    const std::string add = call_of("math.add", "[2,3]");
    const std::string sum = result_of("5");
    call("math.add, by position", add, sum);
    call("math.add, by name", call_of("math.add", R"({"a":2,"b":3})"), sum);
    call("math.add, in a batch of 100", batch_of(add, 100), batch_of(sum, 100), 100);
    call("math.add, counting in a batch of 100", counting_calls(100), counting_results(100), 100);
    const std::string hello = call_of("greeting.hello", R"(["Ada"])");
    call("greeting.hello", hello, result_of(R"("Hello, Ada!")"));
    call("three methods in a batch", "[" + add + "," + hello + "," + call_of("ping", "[]") + "]",
         "[" + sum, 3);
    const auto in_turn = [&](const char* name, const std::vector<std::string>& all) {
        measure(workload{name, "call", all.size(), [&] {
            for (const std::string& each : all)
                if (!one.answer(each).starts_with(R"({"jsonrpc":"2.0","res)")) fail(name, each);
        }});
    };
    in_turn("math.add, a hundred layouts in turn", spaced(add));
    in_turn("math.add, varying lengths", {
        call_of("math.add", "[2,3]"), call_of("math.add", "[21,354]"),
        call_of("math.add", "[4711,8]"), call_of("math.add", "[36,91]"),
        call_of("math.add", "[7,12345]"), call_of("math.add", "[501,6]")});
    call("math.add, an invalid type: -32602", call_of("math.add", R"(["2",3])"),
         R"({"jsonrpc":"2.0","error":{"code":-32602,)");
    const std::string order(shop::one_order);
    call("a deep struct in and out", call_of("order.keep", "[" + order + "]"), result_of(order));
    std::string text = "\"";
    while (text.size() <= 64 << 10) text += "No wire is as short as a string. ";
    text.replace((64 << 10) + 1, text.npos, "\"");
    call("a string of 64 KiB in and out", call_of("echo", "[" + text + "]"), result_of(text));
    call("1 MiB as callbox::json", call_of("is_array", "[" + bench::log_records() + "]"),
         result_of("true"));
    measure(workload{"math.add, by position, callbox::answer()", "call", 1,
                     [&] { callbox::answer(methods, add); }});
    callbox::answerer later(later_methods);
    if (!later.answer(add).starts_with(sum)) fail("later", later.answer(add));
    measure(workload{"math.add, by a later<T>, at once", "call", 1, [&] { later.answer(add); }});
}

// A request with that body and additional field lines.
std::string posted_to(std::string_view path, const std::string& body, std::string_view fields) {
    return "POST " + std::string(path) +
           " HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nContent-Type: application/json\r\n" +
           std::string(fields) + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
           body;
}
// A request of math.add.
std::string posted(std::string_view fields = "") {
    return posted_to("/api", call_of("math.add", "[2,3]"), fields);
}
// The same as a tool call.
std::string posted_as_tool() {
    return posted_to("/api/mcp", call_of("tools/call", R"({"name":"math_add",)"
                                                       R"("arguments":{"a":2,"b":3}})"), "");
}

constexpr std::string_view browser_fields =
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0\r\n"
    "Accept: */*\r\nAccept-Language: en-US,en;q=0.5\r\nAccept-Encoding: gzip, deflate\r\n"
    "Referer: http://127.0.0.1:8080/api/browse\r\nConnection: keep-alive\r\n"
    "Sec-Fetch-Dest: empty\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Site: same-origin\r\n"
    "Priority: u=4\r\n";
constexpr std::string_view token = "8c1f6eGd5Qy0Zt3mVw2LxA";

// A server without sockets. With options::token_file it requires a token.
struct server {
    explicit server(const callbox::options& from) : chosen(from) {
        if (chosen.token_file.empty()) return;
        callbox::site::tokens holders;
        const std::string text = "bench " + std::string(token) + " *\n";
        if (!callbox::site::tokens::read(text, holders).empty()) fail("tokens", text);
        site.admit(std::move(holders));
    }
    callbox::options chosen;
    callbox::observe::logger log;
    callbox::site::site site{callbox::table(methods), nullptr, chosen, true, log};
};

// The work of http/ and site/ for a request.
template <class Measure> void requests(Measure measure) {
    const std::string request = posted();
    server one({});
    callbox::bytes in;
    callbox::bytes out;
    callbox::http::parser parser(one.chosen.limits);
    callbox::http::head_reader heads;
    const auto is_answered = [&] {
        in.clear();
        in.append(request);
        out.clear();
        parser.reset();
        if (heads.feed(parser, in.view()) != callbox::http::progress::done) return false;
        const std::size_t head_bytes = parser.message().head_bytes;
        return one.site.respond(
            {.date = "Thu, 29 Feb 2024 12:00:00 GMT", .request = &parser.message()},
            {in.data() + head_bytes, in.size() - head_bytes}, out);
    };
    const char* const name = "math.add, an HTTP request";
    if (!is_answered() || !out.view().starts_with("HTTP/1.1 200 ") ||
        !out.view().ends_with(result_of("5")))
        fail(name, out.view());
    measure(workload{name, "call", 1, [&] {
        if (!is_answered()) std::abort();
    }});
}

// The work of websocket/ and site/ for a message.
template <class Measure> void messages(Measure measure) {
    using callbox::websocket::reader;
    const std::string frame = frames::text(call_of("math.add", "[2,3]"));
    server one({});
    callbox::bytes in;
    callbox::bytes out;
    reader reads(one.chosen.limits);
    const callbox::site::lasting_client client;
    const auto is_answered = [&] {
        in.clear();
        in.append(frame);
        out.clear();
        std::span<char> unread(in.data(), in.size());
        if (reads.feed(unread) != reader::event::message) return false;
        constexpr std::size_t room = 2;
        if (out.room(room) == nullptr) return false;
        out.commit(room);
        if (!one.site.respond({.client = &client}, reads.payload(), out)) return false;
        reads.compact(unread);
        return callbox::websocket::put_header(out, room, room) == room;
    };
    const char* const name = "math.add, a WebSocket message";
    if (!is_answered() || out.view() != frames::frame(0x81, result_of("5"), 0, ""))
        fail(name, out.view());
    measure(workload{name, "call", 1, [&] {
        if (!is_answered()) std::abort();
    }});
}

std::string repeated(const std::string& text, std::size_t count) {
    std::string all;
    while (count-- > 0) all += text;
    return all;
}

// What a client sends on one connection. Each text has as many calls as the others, and is received
// by a single read.
struct conversation {
    const char* name;
    std::vector<std::string> texts;
    std::size_t calls = 1;  // of each text
    callbox::options chosen = {};
    std::string handshake = {};  // before the first text; empty: none
};

// The work of the server for the calls of a text between two system calls.
template <class Measure> void converse(Measure measure, const conversation& with) {
    server one(with.chosen);
    callbox::net::shared_state common{one.site, one.chosen.limits};
    common.date = "Thu, 29 Feb 2024 12:00:00 GMT";
    callbox::net::connection link(common);
    link.open(0);
    const auto answer = [&](const std::string& text, auto is_right) {
        std::copy(text.begin(), text.end(), link.room(0).begin());
        link.received(text.size(), 0);
        const std::string_view got = link.unsent();
        if (!is_right(got)) fail(with.name, got);
        link.sent(got.size(), 0);
    };
    const bool is_http = with.handshake.empty();
    if (!is_http) {
        answer(with.handshake,
               [](std::string_view got) { return got.starts_with("HTTP/1.1 101 "); });
    }
    const auto answer_all = [&] {
        for (const std::string& each : with.texts)
            answer(each, [&](std::string_view got) {
                return got.ends_with('}') &&
                       (is_http ? got.starts_with("HTTP/1.1 200 ") : got.starts_with('\x81'));
            });
    };
    answer_all();
    measure(workload{with.name, "call", with.texts.size() * with.calls, answer_all});
    link.close();
}

template <class Measure> void conversations(Measure measure) {
    converse(measure, {"math.add, through a connection", {posted()}});
    converse(measure, {"math.add, 16 pipelined requests", {repeated(posted(), 16)}, 16});
    converse(measure, {"math.add, with the head of a browser", {posted(browser_fields)}});
    callbox::options guarded;
    guarded.token_file = "tokens";
    converse(measure, {"math.add, with a token",
                       {posted("Authorization: Bearer " + std::string(token) + "\r\n")}, 1,
                       guarded});
    callbox::options with_tools;
    with_tools.mcp = true;
    converse(measure, {"math.add, as a tool", {posted_as_tool()}, 1, with_tools});
    std::vector<std::string> unlike;
    for (int i = 0; i < 100; ++i)
        unlike.push_back(posted("User-Agent: bench/" + std::to_string(1000 + i) + "\r\n"));
    converse(measure, {"math.add, all heads different", unlike});
    callbox::options with_websockets;
    with_websockets.websocket = callbox::websocket_mode::on;
    const std::string handshake(bench::handshake);
    const std::string message = frames::text(call_of("math.add", "[2,3]"));
    converse(measure, {"math.add, over a WebSocket", {message}, 1, with_websockets, handshake});
    converse(measure, {"math.add, 16 pipelined messages", {repeated(message, 16)}, 16,
                       with_websockets, handshake});
}

// A unit is an event for one subscriber.
template <class Measure> void events(Measure measure) {
    constexpr std::size_t subscribers = 100;
    const auto publish = [&](const char* name, bench::transport by) {
        bench::fanout all(by, subscribers);
        measure(workload{name, "event", subscribers, [&] { all.publish(); }});
    };
    publish("an event to 100 WebSockets", bench::transport::websocket);
    publish("an event to 100 event streams", bench::transport::stream);
}

template <class Measure> void texts(Measure measure) {
    callbox::document document;
    const auto parse = [&](const char* name, std::string text) {
        if (!document.parse(text)) fail(name, document.error().message);
        measure(workload{name, "byte", text.size(), [&] {
            if (!document.parse(text)) std::abort();
        }});
    };
    parse("short strings", bench::strings());
    parse("numbers", bench::numbers());
    parse("nesting", bench::nesting());
    parse("log records", bench::log_records());
}

template <class Measure> void all(Measure measure) {
    calls(measure);
    requests(measure);
    messages(measure);
    conversations(measure);
    events(measure);
    texts(measure);
}

// ------------------------------------------------------------------------------------ measuring

using seconds = std::chrono::duration<double>;

double time_of(const workload& what, std::size_t runs) {
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < runs; ++i) what.run();
    return seconds(std::chrono::steady_clock::now() - begin).count();
}

// The best of the rounds in one second, each of at least 10 ms.
void print_time(const workload& what) {
    std::size_t runs = 1;
    while (time_of(what, runs) < 0.01) runs *= 2;
    double best = 1e9;
    double spent = 0;
    while (spent < 1) {
        const double now = time_of(what, runs);
        spent += now;
        best = std::min(best, now / static_cast<double>(runs));
    }
    std::printf("%s\t%s\t%.3f\n", what.name, what.unit,
                best * 1e9 / static_cast<double>(what.units));
}

}  // namespace

// codec.sh uses its name.
extern "C" [[gnu::noinline]] void counted_run(const workload* what, std::size_t runs) {
    for (std::size_t i = 0; i < runs; ++i) what->run();
}

namespace {

void print_count(const workload& what) {
    const std::size_t runs = what.units < 1000 ? 10 : 1;
    const std::size_t units = what.units * runs;
    // Until layouts are learnt, or not learnt any more.
    for (std::size_t i = 0; i < (what.units < 1000 ? 40 : 2); ++i) what.run();
    counted_run(&what, runs);
    allocations = 0;
    counted_run(&what, 2 * runs);
    std::printf("%s\t%s\t%zu\t%g\n", what.name, what.unit, units,
                static_cast<double>(allocations) / static_cast<double>(2 * units));
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view mode = argc == 2 ? argv[1] : "";
    if (mode == "time") {
        all(print_time);
    } else if (mode == "count") {
        all(print_count);
    } else {
        std::fputs("usage: codec time|count\n", stderr);
        return 2;
    }
}
