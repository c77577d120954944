// The words of a command line come in; text for standard output, or one line about what is wrong
// with them, goes out. `serve` goes on to net/serve.
#include "command.hpp"

#include "call.hpp"
#include "check.hpp"
#include "net/systemd.hpp"
#include "options.hpp"
#include "probe.hpp"
#include "rpc/discover.hpp"
#include "rpc/near.hpp"
#include "text.hpp"
#include "value.hpp"

#include <callbox/serve.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace callbox::cli {

namespace {

struct command {
    command_doc is;
    std::size_t words_max;  // behind it; more are refused
    int (*run)(session&);
};

int serve(session& s);
int list(session& s);
int help(session& s);
int openrpc(session& s);
int version(session& s);

constexpr std::array commands{
    command{{"serve", "", "serve the methods over HTTP (the default)"},
            SIZE_MAX, serve},
    command{{"list", "", "a line for each method"}, 0, list},
    command{{"help", "METHOD", "a method's parameters, and a line that calls it"}, 1, help},
    command{{"call", "URL METHOD [WORD]...",
             "call a method of any server; WORDs are a=1 b=x, or 1 2 (all behind -- are), or "
             "--json and the params as JSON; --notify wants no answer, --timeout TIME is 30s by "
             "default, --token-file FILE or CALLBOX_TOKEN has a token to send"},
            SIZE_MAX, call},
    command{{"openrpc", "[--check OLD.json]",
             "the OpenRPC document of the methods; with --check, what has changed since another, "
             "exit status 1 when something broke"},
            2, openrpc},
    command{{"probe", "URL",
             "exit status 0 when the server is alive: when URL, its path /livez by default, is "
             "answered with 200 within 2s; URL/readyz asks whether it takes calls"},
            1, probe},
    command{{"--help", "", "this text"}, 0, help},
    command{{"--version", "", "the version, and the hash of the document"}, 0, version},
};

constexpr auto docs = [] {
    std::array<command_doc, commands.size()> made;
    std::transform(commands.begin(), commands.end(), made.begin(),
                   [](const command& c) { return c.is; });
    return made;
}();

constexpr std::string_view sample_url = "http://127.0.0.1:8080/api";

const command* find_command(std::string_view name);
int wrong(session& s, std::string mistake);
std::string suggestion(std::string_view name, std::string_view otherwise);

}  // namespace

std::span<const command_doc> command_docs() { return docs; }

int obey(session& s) {
    const auto is_end = [](std::string_view word) { return word == "--"; };
    const auto is_help = [](std::string_view word) { return word == "--help"; };
    const auto end = std::find_if(s.words.begin(), s.words.end(), is_end);
    if (std::any_of(s.words.begin(), end, is_help)) {
        s.words = {};
        return help(s);
    }
    if (s.words.empty()) return serve(s);
    const std::string_view name = s.words[0];
    const command* found = find_command(name);
    if (found == nullptr && name.starts_with('-')) return serve(s);
    if (found == nullptr) {
        rpc::nearest nearest(name);
        for (const command& c : commands) nearest.offer(c.is.name);
        return wrong(s, "there is no command " + quoted(name) +
                            suggestion(nearest.best(), "; --help lists them"));
    }
    s.words = s.words.subspan(1);
    if (s.words.size() > found->words_max)
        return wrong(s, "unexpected word " + quoted(s.words[found->words_max]) + " behind " +
                            quoted(name));
    return found->run(s);
}

namespace {

int serve(session& s) {
    options defaults = s.defaults;
    if (!net::take_descriptors(s.environment, defaults.listen, s.mistake)) return 2;
    auto how = read_options(s.words, s.environment, s.mistake, defaults);
    if (!how) return 2;
    return detail::serve(s.methods, s.state, *how, true);
}

int list(session& s) {
    append_list(s.out, s.methods);
    return 0;
}

int help(session& s) {
    const std::string_view name = s.words.empty() ? std::string_view{} : s.words[0];
    if (const row* found = s.methods.find(name); found != nullptr) {
        append_method(s.out, s.methods, *found, sample_url);
        return 0;
    }
    if (name.empty() || find_command(name) != nullptr) {
        append_usage(s.out, s.program, docs, s.defaults);
        return 0;
    }
    rpc::nearest nearest(name);
    for (const row& r : s.methods.rows) nearest.offer(r.name);
    return wrong(s, "there is no method " + quoted(name) +
                        suggestion(nearest.best(), "; list tells what there is"));
}

int openrpc(session& s) {
    if (!s.words.empty()) return check_document(s);
    s.out.append(rpc::describe(s.methods, s.defaults.about).document);
    s.out.append('\n');
    return 0;
}

int version(session& s) {
    s.out.append("callbox " CALLBOX_VERSION ", contract ");
    s.out.append(rpc::describe(s.methods, s.defaults.about).contract);
    s.out.append('\n');
    return 0;
}

const command* find_command(std::string_view name) {
    const auto at = std::find_if(commands.begin(), commands.end(),
                                 [name](const command& c) { return c.is.name == name; });
    return at == commands.end() ? nullptr : &*at;
}

int wrong(session& s, std::string mistake) {
    s.mistake = std::move(mistake);
    return 2;
}

std::string suggestion(std::string_view name, std::string_view otherwise) {
    if (name.empty()) return std::string(otherwise);
    return std::string("; did you mean ").append(name).append("?");
}

}  // namespace

}  // namespace callbox::cli
