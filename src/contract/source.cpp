// Reads a document from a file, or over client/dial.
#include "source.hpp"

#include "base/clock.hpp"
#include "base/fd.hpp"
#include "base/retry.hpp"
#include "cli/reply.hpp"
#include "cli/value.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace callbox::contract {

namespace {

constexpr std::size_t step = 64 << 10;

std::string read_file(std::string_view name, bytes& out) {
    const std::string path(name);
    fd opened;
    if (name != "-")
        opened = fd(retried([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }));
    if (name != "-" && !opened) return std::strerror(errno);
    const int from = opened ? opened.get() : STDIN_FILENO;
    for (;;) {
        char* to = out.room(step);
        if (to == nullptr) return std::strerror(ENOMEM);
        const ssize_t got = retried([&] { return ::read(from, to, step); });
        if (got == -1) return std::strerror(errno);
        if (got == 0) return {};
        out.commit(static_cast<std::size_t>(got));
        if (out.size() > document_bytes_max) return "it is larger than 64 MiB";
    }
}

std::string get(net::client& server, bool has_token, bytes& out) {
    net::response_parser came;
    if (std::string problem = server.ask("GET", "", came); !problem.empty()) return problem;
    if (came.status() != 200)
        return net::status_text(came).append(cli::token_advice(came, has_token));
    out.append({came.body().data(), came.body().size()});
    return out.overflowed() ? std::strerror(ENOMEM) : "";
}

std::string discover(net::client& server, bool has_token, bytes& out) {
    cli::answered got;
    std::string problem = cli::ask(server, cli::discover_request, got);
    if (!problem.empty()) return problem;
    const cli::reply& r = got.reply;
    if (r.kind == cli::reply_kind::other || got.from.status() == 401)
        return cli::text_without_reply(got.from, has_token);
    if (r.kind == cli::reply_kind::error)
        return "rpc.discover failed: error " + std::string(r.code) + ": " + cli::plain(r.message);
    out.append(r.result);
    return out.overflowed() ? std::strerror(ENOMEM) : "";
}

}  // namespace

bool is_url(std::string_view source) {
    return source.starts_with("http://") || source.starts_with("https://") ||
           source.starts_with("unix:");
}

std::string name_of(std::string_view source) {
    return source == "-" ? "standard input" : cli::plain(source);
}

std::string read_document(std::string_view source, const std::string& token, bytes& out) {
    if (!is_url(source)) return read_file(source, out);
    net::url to;
    if (std::string problem = net::parse(source, to); !problem.empty()) return problem;
    const std::string_view target = to.target;
    const bool is_document = target.substr(0, target.find('?')).ends_with(".json");
    net::client server(std::move(to), now_ms() + answer_timeout_ms, token, "callbox-openrpc");
    return is_document ? get(server, !token.empty(), out) : discover(server, !token.empty(), out);
}

}  // namespace callbox::contract
