// Words of a command line in; a request over net/dial; its result or its error out.
#include "call.hpp"

#include "base/ascii.hpp"
#include "http/answer.hpp"
#include "net/dial.hpp"
#include "net/secret.hpp"
#include "options.hpp"
#include "rpc/near.hpp"
#include "signature.hpp"
#include "site/tokens.hpp"
#include "text.hpp"
#include "value.hpp"

namespace callbox::cli {

namespace {

constexpr std::string_view token_variable = "CALLBOX_TOKEN";
constexpr std::uint64_t timeout_ms_min = 10;
constexpr std::uint64_t timeout_ms_max = std::uint64_t{24} * 3'600'000;
// The densest JSON of that size has a value in two bytes.
constexpr std::size_t nodes_max = http::answer::body_bytes_max / 2;

// The text of an answer and the notes about it.
struct answered {
    http::answer from;
    document notes{json_depth_limit, nodes_max};
    reply is;
};

// One run of the command.
struct run {
    session& s;
    order what;
    net::client server;

    int call();
    bool write_request(bytes& out, std::optional<value> described);
    bool ask(std::string_view body, answered& into);
    bool describe(answered& into, std::optional<value>& document);
    int tell(const reply& is);
    int fail(std::string_view problem);
};

std::string why_none(http::answer& came);
int wrong(session& s, std::string mistake);
bool read_params(std::string_view text, std::string& mistake);
bool read_token(const order& what, session& s, std::string& token);

}  // namespace

int call(session& s) {
    auto what = read_order(s.words, s.mistake);
    if (!what) return 2;
    net::url to;
    if (const std::string problem = net::parse(what->url, to); !problem.empty())
        return wrong(s, quoted(what->url) + ": " + problem);
    if (what->params && !read_params(*what->params, s.mistake)) return 2;
    std::string token;
    if (!read_token(*what, s, token)) return 2;
    const time_ms deadline = now_ms() + what->timeout_ms;
    net::client server(std::move(to), deadline, std::move(token));
    return run{s, std::move(*what), std::move(server)}.call();
}

namespace {

int run::call() {
    answered about;
    std::optional<value> described;
    if (!what.arguments.empty() && !describe(about, described)) return 1;
    bytes request;
    if (!write_request(request, described)) return 2;
    answered got;
    if (!ask(request.view(), got)) return 1;
    if (got.is.is != reply::what::other) return tell(got.is);
    if (what.notify && got.from.status() / 100 == 2) return 0;
    return fail(why_none(got.from));
}

// The members in the order of JSON-RPC 2.0, 4.
bool run::write_request(bytes& out, std::optional<value> described) {
    writer to(out);
    to.begin_object();
    to.key("jsonrpc");
    to.string("2.0");
    to.key("method");
    to.string(what.method);
    if (to.mistaken() != writer::mistake::none) {
        s.mistake = "the method's name is not UTF-8";
        return false;
    }
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

// False with a mistake when nothing came that is HTTP.
bool run::ask(std::string_view body, answered& into) {
    const std::string problem = server.ask("POST", body, into.from);
    if (!problem.empty()) {
        fail(problem);
        return false;
    }
    into.is = read_reply(into.notes, into.from.body());
    return true;
}

// A server that describes nothing is no failure: any error says that it does not.
bool run::describe(answered& into, std::optional<value>& document) {
    if (!ask(R"({"jsonrpc":"2.0","method":"rpc.discover","id":1})", into)) return false;
    if (into.is.is == reply::what::result) document = into.notes.root().find("result");
    if (into.is.is == reply::what::other) fail(why_none(into.from));
    return into.is.is != reply::what::other;
}

// A reply other than `other`.
int run::tell(const reply& is) {
    if (is.is == reply::what::result) {
        s.out.append(is.result);
        s.out.append('\n');
        return 0;
    }
    s.errors.append("error ");
    s.errors.append(is.code);
    s.errors.append(": ");
    append_plain(s.errors, is.message);
    s.errors.append('\n');
    if (is.data.empty()) return 1;
    s.errors.append(is.data);
    s.errors.append('\n');
    return 1;
}

// What came in place of a response of JSON-RPC.
std::string why_none(http::answer& came) {
    if (came.status() / 100 != 2) {
        const std::string status = std::to_string(came.status()) + ' ';
        const std::string line = status + std::string(came.phrase());
        return "the server answered " + std::string(ascii::trimmed(line));
    }
    return came.body().empty() ? "the server answered nothing"
                               : "the server's answer is not JSON-RPC 2.0";
}

int run::fail(std::string_view problem) {
    s.mistake = quoted(what.url) + ": ";
    s.mistake += problem;
    return 1;
}

bool read_flag(order& into, std::string_view flag, std::string_view value, std::string& mistake);
bool takes_value(std::string_view flag);
bool unknown_flag(std::string_view flag, std::string& mistake);

constexpr std::string_view json_flag = "--json", notify_flag = "--notify",
                           timeout_flag = "--timeout", token_flag = "--token-file";

}  // namespace

std::optional<order> read_order(std::span<char* const> words, std::string& mistake) {
    order made;
    std::vector<argument> all;
    bool flags = true;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (!flags || !word.starts_with("--")) {
            all.push_back({word, !flags});
        } else if (word == "--") {
            flags = false;
        } else {
            std::string_view value = word;
            const std::string_view flag = ascii::take_until(value, '=');
            const bool has_value = flag.size() != word.size();
            if (!has_value && takes_value(flag) && i + 1 < words.size()) value = words[++i];
            if (!read_flag(made, flag, value, mistake)) return std::nullopt;
        }
    }
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

// response = { "jsonrpc": "2.0", "result" or "error", "id" }       JSON-RPC 2.0, 5 and 5.1
// An error may be without the id of a request that the server could not read.
reply read_reply(document& notes, std::span<char> text) {
    if (!notes.parse(text)) return {};
    const value root = notes.root();
    const auto id = root.find("id");
    const auto result = root.find("result");
    const auto failure = root.find("error");
    if (text_of(root, "jsonrpc") != "2.0" || result.has_value() == failure.has_value()) return {};
    const bool is_ours = id && id->is(kind::integer) && id->token() == "1";
    if (result && is_ours) return {.is = reply::what::result, .result = result->token()};
    if (!failure || !(is_ours || !id || id->is(kind::null))) return {};
    const auto code = failure->find("code");
    const auto message = text_of(*failure, "message");
    const auto data = failure->find("data");
    if (!code || !code->is(kind::integer) || !message) return {};
    return {.is = reply::what::error, .code = code->token(), .message = *message,
            .data = data ? data->token() : std::string_view{}};
}

namespace {

bool read_flag(order& into, std::string_view flag, std::string_view value, std::string& mistake) {
    const auto complain = [&](std::string_view wanted) {
        mistake = std::string(flag).append(" takes ").append(wanted).append("; got ");
        mistake += value.empty() ? "nothing" : quoted(value);
        return false;
    };
    if (flag == json_flag) {
        into.params = value;
        return !value.empty() || complain("an array or an object of JSON");
    }
    if (flag == notify_flag) {
        into.notify = true;
        return value.empty() || complain("no value");
    }
    if (flag == token_flag) {
        into.token_file = value;
        return !value.empty() || complain("the path of a file with a token");
    }
    if (flag != timeout_flag) return unknown_flag(flag, mistake);
    const auto amount = read_amount(value, unit::ms);
    if (!amount || *amount < timeout_ms_min || *amount > timeout_ms_max)
        return complain("a time from 10ms to 1440m, such as 1500, 1500ms, 5s or 2m");
    into.timeout_ms = static_cast<std::uint32_t>(*amount);
    return true;
}

bool takes_value(std::string_view flag) {
    return flag == json_flag || flag == timeout_flag || flag == token_flag;
}

bool unknown_flag(std::string_view flag, std::string& mistake) {
    rpc::nearest nearest(flag);
    for (const auto each : {json_flag, notify_flag, timeout_flag, token_flag}) nearest.offer(each);
    mistake = "call has no option " + quoted(flag);
    if (nearest.best().empty()) mistake += "; behind -- it is an argument";
    else mistake.append("; did you mean ").append(nearest.best()).append("?");
    return false;
}

// params = array / object                                          JSON-RPC 2.0, 4.2
bool read_params(std::string_view text, std::string& mistake) {
    std::string copy(text);
    document notes(json_depth_limit, nodes_max);
    const bool is_json = notes.parse(copy);
    if (is_json && (notes.root().is(kind::array) || notes.root().is(kind::object))) return true;
    mistake = "--json takes an array or an object of JSON; got ";
    if (is_json) mistake += name_of(notes.root().type());
    else mistake.append("text that is neither: ").append(notes.fault().message);
    if (!is_json) mistake += " at column " + std::to_string(notes.fault().column);
    return false;
}

// From the file, else from the environment: what stands in a command line, all users can read. It
// is never told back, wrong or not.
bool read_token(const order& what, session& s, std::string& token) {
    std::string from(token_variable);
    if (what.token_file.empty()) {
        token = variable(s.environment, token_variable);
        if (token.empty()) return true;
    } else {
        from = "the token file " + std::string(what.token_file);
        std::string text;
        s.mistake = net::read_secret(std::string(what.token_file), token_file_bytes_max, text);
        if (!s.mistake.empty()) {
            s.mistake = from + ": " + s.mistake;
            return false;
        }
        std::string_view rest = text;
        std::string_view line = ascii::take_until(rest, '\n');
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (rest.empty()) token = line;
    }
    if (site::is_token(token)) return true;
    s.mistake = from + ": a token is 16 to 256 characters in one line, and nothing else";
    return false;
}

int wrong(session& s, std::string mistake) {
    s.mistake = std::move(mistake);
    return 2;
}

}  // namespace

}  // namespace callbox::cli
