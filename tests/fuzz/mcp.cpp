// Takes a session on standard input, cut anywhere. The answers of the Model Context Protocol equal
// those of the model, line by line: ids, codes, and results of tools that return, fail and throw;
// no answer where none is required.
#pragma clang diagnostic ignored "-Wunused-private-field"  // of the class replaced below

#include "app/methods.hpp"
#include "mcp_model.hpp"
#include "mutate.hpp"
#include "server/stdio.hpp"
#include "system/signals.hpp"

#include <callbox/callbox.hpp>

#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// Replaces system/signals.cpp: libFuzzer keeps its signals. The last functions are called by
// server/serving and system/upgrade_helper, which are linked but do not run here.
namespace callbox::system {

stop_signals::stop_signals() = default;
bool stop_signals::take(std::atomic<int>*, bool) { return true; }
void stop_signals::give_back() {}
unsigned stop_signals::count(command) const { return 0; }

void stop_signals::reset() { std::abort(); }
int stop_signals::level() const { std::abort(); }
void stop_signals::request(command) const { std::abort(); }
void stop_signals::forget_requests() { std::abort(); }

}  // namespace callbox::system

namespace {

using callbox::method;
using demo::integer;
using fuzz::expect, fuzz::json_tree, fuzz::mcp_tool;

callbox::json same(callbox::json value) { return value; }
std::map<std::string, integer> point(integer x, integer y) { return {{"x", x}, {"y", y}}; }
integer breaks() { throw std::runtime_error("secret of the house"); }
callbox::result<integer> refuse(callbox::json why) {
    return callbox::failure{8, "refused", std::move(why)};
}

constexpr callbox::api methods = demo::methods + callbox::api{
    method<"box.breaks", breaks>("", callbox::tool_name("break_it")),
    method<"box.hidden", demo::ping>("", callbox::no_tool),
    method<"box.old", demo::ping>("Like ping.", callbox::deprecated),
    method<"box.point", point>("A point.", "x", "y", callbox::adds_only, callbox::idempotent),
    method<"box.refuse", refuse>("Refuses.", "why"),
    method<"box.same", same>("Gives it back.", "value", callbox::title("Same")),
};

// The result of tools/list, assembled according to the contract.
std::string listed() {
    const std::string integer = R"({"type":"integer"})", string = R"({"type":"string"})";
    const auto object = [](const std::string& properties, const std::string& names) {
        return R"({"type":"object","properties":{)" + properties +
               (names.empty() ? "}" : R"(},"required":[)" + names + ']') +
               R"(,"additionalProperties":false})";
    };
    const auto result = [&](const std::string& type) {
        return object(R"("result":)" + type, R"("result")");
    };
    const auto tool = [](const std::string& name, const std::string& more, const std::string& in,
                         const std::string& out, const std::string& hints) {
        return R"({"name":")" + name + '"' + more + R"(,"inputSchema":)" + in +
               R"(,"outputSchema":)" + out +
               (hints.empty() ? "" : R"(,"annotations":{)" + hints + '}') + '}';
    };
    const auto words = [](const std::string& title, const std::string& text) {
        return R"(,"title":")" + title + R"(","description":")" + text + '"';
    };
    const auto math = [&](const std::string& name, const std::string& what) {
        return tool("math_" + name,
                    words("math." + name, "The " + what + " of two integers.\\n\\nFails: the " +
                                              what + " does not fit 64 bits"),
                    object(R"("a":)" + integer + R"(,"b":)" + integer, R"("a","b")"),
                    result(integer), R"("readOnlyHint":true)");
    };
    return '[' +
           tool("break_it", R"(,"title":"box.breaks")", object("", ""), result(integer), "") +
           ',' +
           tool("box_point", words("box.point", "A point."),
                object(R"("x":)" + integer + R"(,"y":)" + integer, R"("x","y")"),
                R"({"type":"object","additionalProperties":)" + integer + '}',
                R"("destructiveHint":false,"idempotentHint":true)") +
           ',' +
           tool("box_refuse", words("box.refuse", "Refuses."), object(R"("why":{})", R"("why")"),
                result(integer), "") +
           ',' +
           tool("box_same", words("Same", "Gives it back."),
                object(R"("value":{})", R"("value")"), result("{}"), "") +
           ',' +
           tool("greeting_hello", words("greeting.hello", "Returns a greeting."),
                object(R"("name":{"description":"the name to greet","type":"string"})",
                        R"("name")"),
                result(string), R"("readOnlyHint":true)") +
           ',' + math("add", "sum") + ',' + math("mul", "product") + ',' +
           math("sub", "difference") + ',' +
           tool("ping", R"(,"description":"Answers \"pong\".")", object("", ""), result(string),
                R"("readOnlyHint":true)") +
           ']';
}

std::string digits(__int128 number) { return std::to_string(static_cast<integer>(number)); }

// A tool with two 64-bit integers; `what` names its result.
mcp_tool math(const std::string& name, const std::string& what,
              __int128 (*does)(__int128, __int128)) {
    const auto call = [=](const mcp_tool::values& arguments) -> mcp_tool::outcome {
        __int128 a = 0, b = 0;
        (void)(fuzz::is_int64(arguments[0]->token, a) && fuzz::is_int64(arguments[1]->token, b));
        const __int128 whole = does(a, b);
        if (whole < INT64_MIN || whole > INT64_MAX)
            return {true, "the " + what + " does not fit 64 bits"};
        return {false, digits(whole)};
    };
    using enum mcp_tool::type;
    return {.name = "math_" + name, .method = "math." + name,
            .params = {{"a", integer}, {"b", integer}}, .call = call};
}

constexpr const char* incident = "Internal error, incident ";

std::vector<mcp_tool> tools() {
    using outcome = mcp_tool::outcome;
    using values = mcp_tool::values;
    using enum mcp_tool::type;
    const auto pong = [](const values&) { return outcome{false, R"("pong")"}; };
    const auto hello = [](const values& arguments) {
        return outcome{false, fuzz::json_quoted("Hello, " + arguments[0]->text + '!')};
    };
    const auto given = [](const values& arguments) { return outcome{false, arguments[0]->token}; };
    const auto refused = [](const values& arguments) {
        return outcome{true, "refused\n" + arguments[0]->token};
    };
    const auto pair = [](const values& arguments) {
        __int128 x = 0, y = 0;
        (void)(fuzz::is_int64(arguments[0]->token, x) && fuzz::is_int64(arguments[1]->token, y));
        return outcome{false, R"({"x":)" + digits(x) + R"(,"y":)" + digits(y) + '}'};
    };
    return {
        {.name = "ping", .method = "ping", .params = {}, .call = pong},
        {.name = "box_old", .method = "box.old", .params = {}, .call = pong,
         .is_listed = false},
        {.name = "break_it", .method = "box.breaks", .params = {},
         .call = [](const values&) { return outcome{true, incident}; }},
        {.name = "greeting_hello", .method = "greeting.hello", .params = {{"name", string}},
         .call = hello},
        {.name = "box_same", .method = "box.same", .params = {{"value", any}}, .call = given},
        {.name = "box_refuse", .method = "box.refuse", .params = {{"why", any}}, .call = refused},
        {.name = "box_point", .method = "box.point", .params = {{"x", integer}, {"y", integer}},
         .call = pair, .returns_object = true},
        math("add", "sum", [](__int128 a, __int128 b) { return a + b; }),
        math("sub", "difference", [](__int128 a, __int128 b) { return a - b; }),
        math("mul", "product", [](__int128 a, __int128 b) { return a * b; }),
    };
}

std::string logged;

callbox::options small_options() {
    callbox::options made;
    made.info = {.title = "a \"fuzzed\" one", .version = "1"};
    made.limits.request_bytes_max = 400;
    made.limits.response_bytes_max = 250;
    made.limits.json_depth_max = 8;
    made.limits.json_nodes_max = 60;
    made.limits.log_rate_max = SIZE_MAX;
    made.log_to = [](callbox::log_level, std::string_view line) { logged.append(line) += '\n'; };
    return made;
}

// Returns the answers to the input. Each piece of it is one read: a packet of the socket that is
// standard input.
std::string answers_to(const fuzz::input& in, const callbox::options& options) {
    static const int out = ::memfd_create("standard output", MFD_CLOEXEC);
    static const bool is_out = ::dup2(out, STDOUT_FILENO) == STDOUT_FILENO;
    int ends[2];
    const bool is_in = ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0 &&
                       ::dup2(ends[0], STDIN_FILENO) == STDIN_FILENO && ::close(ends[0]) == 0;
    expect(is_out && is_in && ::ftruncate(out, 0) == 0 && ::lseek(out, 0, SEEK_SET) == 0,
           "there are standard streams");
    std::vector<std::size_t> cuts{in.text.size()};
    for (const char c : in.choices) cuts.push_back(fuzz::place(c, in.text.size()));
    std::sort(cuts.begin(), cuts.end());
    std::size_t from = 0;
    for (const std::size_t to : cuts) {
        const std::string_view piece = in.text.substr(from, to - from);
        if (!piece.empty())  // a packet of no bytes would be the end
            expect(::send(ends[1], piece.data(), piece.size(), 0) == ssize_t(piece.size()),
                   "a piece is a packet");
        from = to;
    }
    (void)::close(ends[1]);
    expect(callbox::net::serve_stdio(callbox::table(methods), nullptr, options) == 0,
           "the session ends with status 0");
    std::string all(static_cast<std::size_t>(::lseek(out, 0, SEEK_END)), '\0');
    expect(::pread(out, all.data(), all.size(), 0) == ssize_t(all.size()), "the answers are read");
    return all;
}

// Removes the ids of incidents, which must be in the log.
std::string without_incidents(std::string line) {
    constexpr std::size_t word = 8;
    const std::size_t at = line.find(incident);
    if (at == line.npos) return line;
    const std::size_t begin = at + std::string_view(incident).size();
    if (logged.find("incident " + line.substr(begin, word) + ": ") != logged.npos)
        line.erase(begin, word);
    return line;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const callbox::options options = small_options();
    static const fuzz::mcp_server server{
        options.limits, R"({"name":"a \"fuzzed\" one","version":"1"})", listed(), tools()};
    static const fuzz::mcp_model model(server);
    const fuzz::input in = fuzz::split(data, size);
    logged.clear();
    const std::string all = answers_to(in, options);
    std::string_view left = all;
    for (const fuzz::mcp_answer& each : model.answers(in.text)) {
        const std::size_t end = left.find('\n');
        expect(end != left.npos, "each request is answered with a line", all, each.id);
        model.check(without_incidents(std::string(left.substr(0, end))), each);
        left.remove_prefix(end + 1);
    }
    expect(left.empty(), "there is no other output", left);
    return 0;
}
