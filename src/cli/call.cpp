// Sends the request that words of a command line describe over client/dial; prints its result or
// error.
#include "call.hpp"

#include "client/dial.hpp"
#include "signature.hpp"
#include "token.hpp"
#include "usage.hpp"
#include "value.hpp"

namespace callbox::cli {

namespace {

constexpr std::uint64_t timeout_ms_min = 10;
constexpr std::uint64_t timeout_ms_max = std::uint64_t{24} * 3'600'000;

// One run of the command.
struct run {
    session& s;
    order what;
    net::client server;
    bool has_token;

    int call() {
        answered about;
        std::optional<value> described;
        if (!what.arguments.empty() && !describe(about, described)) return 1;
        bytes request;
        if (!write_request(request, described)) return 2;
        answered got;
        if (!ask(request.view(), got)) return 1;
        if (got.reply.kind != reply_kind::other) return tell(got);
        return what.notify && got.from.status() / 100 == 2 ? 0 : fail_without_reply(got.from);
    }

    // The members in the order of JSON-RPC 2.0, 4.
    bool write_request(bytes& out, std::optional<value> described) {
        writer to(out);
        to.begin_object();
        to.key("jsonrpc");
        to.string("2.0");
        to.key("method");
        to.string(what.method);
        if (to.mistaken() != writer::mistake::none)
            return refuse(s.mistake, "the method's name is not UTF-8");
        bytes params;
        if (what.params) params.append(*what.params);
        else if (!what.arguments.empty() &&
                 !write_params(params, what.method, what.arguments, described, s.mistake))
            return false;
        if (!params.empty()) {
            to.key("params");
            to.json(params.view());
        }
        if (!what.notify) {
            to.key("id");
            to.integer(1);
        }
        to.end_object();
        return true;
    }

    // False, with a mistake, when no HTTP answer came.
    bool ask(std::string_view body, answered& out) {
        const std::string problem = cli::ask(server, body, out);
        if (!problem.empty()) fail(problem);
        return problem.empty();
    }

    // A server without a document is no failure: any error means that it has none.
    bool describe(answered& out, std::optional<value>& document) {
        if (!ask(discover_request, out)) return false;
        if (out.reply.kind == reply_kind::result) document = out.parsed.root().find("result");
        if (out.reply.kind == reply_kind::other) fail_without_reply(out.from);
        return out.reply.kind != reply_kind::other;
    }

    // Requires: the reply is not `other`.
    int tell(const answered& got) {
        const reply& r = got.reply;
        if (r.kind == reply_kind::result) {
            append(s.out, {r.result, "\n"});
            return 0;
        }
        append(s.errors, {"error ", r.code, ": ", plain(r.message), "\n"});
        if (!r.data.empty()) append(s.errors, {r.data, "\n"});
        const std::string more = token_advice(got.from, has_token);
        return more.empty() ? 1 : fail("the server answered 401" + more);
    }

    // Says what came in place of a JSON-RPC response.
    int fail_without_reply(net::response_parser& came) {
        return fail(text_without_reply(came, has_token));
    }

    int fail(std::string_view problem) {
        return s.wrong(quoted(what.url).append(": ").append(problem), 1);
    }
};

// params = array / object                                          JSON-RPC 2.0, 4.2
bool read_params(std::string_view text, std::string& mistake) {
    std::string copy(text);
    document parsed(json_depth_limit, answer_nodes_max);
    const bool is_json = parsed.parse(copy);
    if (is_json && (parsed.root().is(kind::array) || parsed.root().is(kind::object))) return true;
    return refuse(mistake, "--json", "an array or an object of JSON",
                  is_json ? std::string(name_of(parsed.root().type()))
                          : "text that is neither: " + std::string(parsed.fault().message) +
                                " at column " + std::to_string(parsed.fault().column));
}

}  // namespace

int call(session& s) {
    auto what = read_order(s.words, s.mistake);
    if (!what) return 2;
    net::url to;
    if (const std::string problem = net::parse(what->url, to); !problem.empty())
        return s.wrong(quoted(what->url) + ": " + problem);
    if (what->params && !read_params(*what->params, s.mistake)) return 2;
    std::string token;
    if (!read_token(what->token_file, s.environment, token, s.mistake)) return 2;
    const time_ms deadline = now_ms() + what->timeout_ms;
    const bool has_token = !token.empty();
    net::client server(std::move(to), deadline, std::move(token), s.agent());
    return run{s, std::move(*what), std::move(server), has_token}.call();
}

std::optional<order> read_order(std::span<char* const> words, std::string& mistake) {
    given_flags given;
    if (!read_flags("call", call_flags, words, given, mistake)) return std::nullopt;
    const auto& [json, notify, timeout, token_file] = given.values;
    order made;
    made.params = json;
    made.token_file = token_file.value_or("");
    made.notify = notify.has_value();
    if (timeout) {
        const auto amount = read_amount(*timeout, unit::ms);
        if (!amount || *amount < timeout_ms_min || *amount > timeout_ms_max) {
            complain(call_flags[2], *timeout, mistake);
            return std::nullopt;
        }
        made.timeout_ms = static_cast<std::uint32_t>(*amount);
    }
    const auto& all = given.others;
    if (all.size() < 2) {
        mistake = "call wants a URL and a method: call http://127.0.0.1:8080/api METHOD";
        return std::nullopt;
    }
    made.url = all[0].text;
    made.method = all[1].text;
    made.arguments.assign(all.begin() + 2, all.end());
    if (!made.params || made.arguments.empty()) return made;
    mistake = "--json is all params: " + quoted(made.arguments[0].text) + " is one too many";
    return std::nullopt;
}

}  // namespace callbox::cli
