// Sends the request of a command line over a callbox::connection and returns its result or error.
// Reads a token from a file or an environment variable.
#include "call.hpp"

#include "base/utf8.hpp"
#include "client/dial.hpp"
#include "options.hpp"
#include "rpc/members.hpp"
#include "system/file.hpp"

#include <callbox/connection.hpp>

namespace callbox::cli {

namespace {

constexpr std::size_t token_bytes_max = 4096;  // a program may authenticate longer ones than files
constexpr time_ms probe_timeout_ms = 2'000;  // for the whole probe
constexpr std::size_t answer_bytes_max = 64 << 20;
constexpr std::uint64_t timeout_ms_min = 10;
constexpr std::uint64_t timeout_ms_max = std::uint64_t{24} * 3'600'000;
constexpr std::uint32_t look_interval_ms = 1'000;
constexpr int stream_required = -32004;
constexpr std::string_view empty_line = "\r\x1b[K";
constexpr std::size_t text_bytes_max = 50;

std::string on_one_line(const json& value) {
    std::string text(value.text());
    std::ranges::replace(text, '\n', ' ');
    return text;
}

// One run of the command.
struct run {
    invocation& s;
    const order& what;
    bool has_token;
    connection to;
    time_ms deadline;
    bool is_drawn = false;

    int call() {
        json params;
        if (what.params) params = *json::parse(std::string(*what.params));
        if (const int status = read_arguments(params); status != 0) return status;
        to.set_timeout(static_cast<std::uint32_t>(std::max<time_ms>(deadline - now_ms(), 1)));
        if (what.notify) {
            const result<void> sent = to.notify_json(what.method, params);
            return sent ? 0 : report(sent.error());
        }
        if (what.follow) return follow(to.subscribe_json(what.method, params));
        call_options own;
        if (s.draws) own.on_progress = [this](const progress& now) { draw(now); };
        const result<json> got = to.call_json(what.method, params, own);
        if (std::exchange(is_drawn, false)) s.errors.own().append(empty_line);
        if (!got) return report(got.error());
        if (has_subscribed(*got)) return report({stream_required, "Stream required"});
        s.out.json(got->text());
        return 0;
    }

    // The progress of the call, on the last line of the terminal.
    void draw(const progress& now) {
        bytes& line = s.errors.own();
        line.append(empty_line);
        if (now.total && *now.total > 0) {
            const auto percent =
                static_cast<std::size_t>(std::clamp(now.done / *now.total, 0.0, 1.0) * 100);
            append(line, {"[", std::string(percent / 5, '#')});
            pad(line, 20 - percent / 5);
            append(line, {"] ", std::to_string(percent), " %  "});
        } else {
            writer(line).number(now.done);
            pad(line, 2);
        }
        line.append(visible(utf8::cut(now.text, text_bytes_max)));
        is_drawn = true;
        if (s.flush != nullptr) (void)s.flush(s);
    }

    // Over a WebSocket, the call of an event succeeds.
    bool has_subscribed(const json& id) {
        if (!what.url.starts_with("ws") || id.kind() != kind::string) return false;
        const result<json> ended = to.call_json("rpc.unsubscribe", json(std::vector{id}));
        return ended && ended->text() == "true";
    }

    // Returns the exit status. Looks for the reader of the output even if there are no events.
    int follow(subscription<json> events) {
        events.on_gap([&](std::optional<std::uint64_t> missed) {
            s.errors.line({missed ? std::to_string(*missed) : "an unknown number of",
                           " events missed"});
        });
        events.on_lost([&](const failure& why) {
            s.errors.line({why.message, "; reconnecting"});
            if (s.flush != nullptr) (void)s.flush(s);
        });
        for (;;) {
            const result<json> got = events.next(look_interval_ms);
            if (!got && events.has_ended()) return report(got.error());
            if (got) s.out.json(on_one_line(*got));
            else if (got.error().code == not_understood) s.errors.line({got.error().message});
            if (s.flush != nullptr && !s.flush(s)) return 1;
        }
    }

    // Returns the exit status if the call ends here, else 0. Any error from the server means that
    // it has no document, which is not a failure.
    int read_arguments(json& params) {
        if (what.arguments.empty()) return 0;
        const result<json> found = to.call_json("rpc.discover");
        if (!found && transport::has(found.error())) return report(found.error());
        std::string text = found ? std::string(found->text()) : "";
        document parsed(json_depth_limit, text.size());
        std::optional<value> described;
        if (parsed.parse(text)) described = parsed.root();
        const auto method = described_method(described, what.method);
        if (what.follow && method && !method->find("x-event"))
            return s.wrong(std::string(what.method) + ": not an event");
        bytes written;
        if (!write_params(written, what.method, what.arguments, described, s.error)) return 2;
        const auto sent = json::parse(std::string(rpc::whole(written)));
        if (!sent) return s.wrong("the arguments are nested too deeply");
        params = *sent;
        return 0;
    }

    int report(const failure& why) {
        if (why.is_local) {
            if (why.code == transport::misused) return s.wrong(why.message);
            if (why.code != transport::unauthorized) return s.wrong(why.message, 1);
            return s.wrong(why.message + token_advice(has_token, s.defaults.name), 1);
        }
        s.errors.line({"error ", std::to_string(why.code), ": ", why.message});
        if (why.data) s.errors.json(why.data->text());
        if (why.code == stream_required) s.errors.line({what.method, " is an event: use --follow"});
        return 1;
    }
};

// params = array / object                                          JSON-RPC 2.0, 4.2
bool read_params(std::string_view text, std::string& error) {
    std::string copy(text);
    document parsed(json_depth_limit, copy.size());
    const bool is_json = parsed.parse(copy);
    if (is_json && (parsed.root().is(kind::array) || parsed.root().is(kind::object))) return true;
    return refuse(error, "--json", "a JSON array or object",
                  is_json ? std::string(name_of(parsed.root().type()))
                          : "invalid JSON: " + std::string(parsed.error().message) +
                                " at column " + std::to_string(parsed.error().column));
}

}  // namespace

int call(invocation& s) {
    order what;
    if (!read_order(s.given, what, s.error)) return 2;
    const bool is_text = json(what.method).kind() == kind::string;
    if (!is_text) return s.wrong("the method name is not UTF-8");
    if (what.params && !read_params(*what.params, s.error)) return 2;
    client_options made{.timeout_ms = what.timeout_ms, .response_bytes_max = answer_bytes_max,
                        .agent = s.agent(), .retries = 0};
    if (!read_token(what.token_file, s.environment, made.token, s.error, s.defaults.name))
        return 2;
    return run{s, what, !made.token.empty(), connection(what.url, std::move(made)),
               now_ms() + what.timeout_ms}.call();
}

bool read_order(const given_flags& given, order& out, std::string& error) {
    const auto& [json, notify, follow, timeout, token_file] = given.values;
    const std::span<const argument> all = given.others;
    out = {.url = all[0].text, .method = all[1].text, .arguments = all.subspan(2), .params = json,
           .token_file = token_file.value_or(""), .notify = notify.has_value(),
           .follow = follow.has_value()};
    if (notify && follow) return refuse(error, "--notify and --follow exclude each other");
    if (timeout) {
        const auto amount = read_amount(*timeout, unit::ms);
        if (!amount || *amount < timeout_ms_min || *amount > timeout_ms_max)
            return complain(call_flags[3], *timeout, error);
        out.timeout_ms = static_cast<std::uint32_t>(*amount);
    }
    if (!out.params || out.arguments.empty()) return true;
    return refuse(error, "unexpected argument " + quoted(out.arguments[0].text) +
                             ": --json contains all params");
}

// The default is /livez: an orchestrator restarts a program that fails its health check.
int probe(invocation& s) {
    const std::string_view text = s.given.others[0].text;
    if (text.starts_with("--")) return s.wrong(std::string(probe_usage));
    net::url to;
    if (const std::string problem = net::parse(text, to, "/livez"); !problem.empty())
        return s.wrong(quoted(text) + ": " + problem);
    net::response_parser response;
    net::client server(std::move(to), now_ms() + probe_timeout_ms, "", s.agent());
    if (const std::string problem = server.ask("GET", "", response); !problem.empty())
        return s.wrong(quoted(text) + ": " + problem, 1);
    if (response.status() == 200) return 0;
    return s.wrong(quoted(text) + ": " + net::status_text(response), 1);
}

bool read_token(std::string_view file, const char* const* environment, std::string& token,
                std::string& error, std::string_view program) {
    std::string from;
    if (file.empty()) {
        token = option_variable(environment, program, "token", from);
        if (token.empty()) return true;
    } else {
        from = "the token file " + std::string(file);
        std::string text;
        error = system::read_secret(std::string(file), token_file_bytes_max, text);
        if (!error.empty()) return refuse(error, from + ": " + error);
        std::string_view rest = text;
        std::string_view line = ascii::take_until(rest, '\n');
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (rest.empty()) token = line;
    }
    if (token.size() <= token_bytes_max && site::is_token(token)) return true;
    return refuse(error, from + ": expected a token of at most 4096 characters on a single line");
}

// The server's message names a header field; a command line has a flag and a variable instead.
std::string token_advice(bool had_token, std::string_view program) {
    const std::string variable = variable_name(program, "token");
    return had_token ? ": the token of --token-file or " + variable + " was rejected"
                     : ": pass --token-file or set " + variable;
}

}  // namespace callbox::cli
