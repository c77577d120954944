// Reads a document from a file, or over client/dial.
#include "source.hpp"

#include "base/clock.hpp"
#include "base/fd.hpp"
#include "base/visible.hpp"
#include "cli/call.hpp"
#include "cli/value.hpp"
#include "client/dial.hpp"

#include <callbox/connection.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

namespace callbox::program {

namespace {

constexpr std::size_t step = 64 << 10;
constexpr const char* agent = "callbox-openrpc";

std::string read_file(std::string_view name, bytes& out) {
    const std::string path(name);
    fd opened;
    if (name != "-")
        opened = fd(retried([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }));
    if (name != "-" && !opened) return std::strerror(errno);
    const int from = opened ? opened.get() : STDIN_FILENO;
    for (;;) {
        char* to = out.room(step);
        if (to == nullptr) throw std::bad_alloc();
        const ssize_t got = retried([&] { return ::read(from, to, step); });
        if (got == -1) return std::strerror(errno);
        if (got == 0) return {};
        out.commit(static_cast<std::size_t>(got));
        if (out.size() > document_bytes_max) return "larger than 64 MiB";
    }
}

std::string get(net::url from, const std::string& token, bytes& out) {
    net::response_parser response;
    net::client server(std::move(from), now_ms() + answer_timeout_ms, token, agent);
    if (std::string problem = server.ask("GET", "", response); !problem.empty()) return problem;
    if (response.status() == 401)
        return net::status_text(response).append(cli::token_advice(!token.empty()));
    if (response.status() != 200) return net::status_text(response);
    out.append({response.body().data(), response.body().size()});
    return "";
}

std::string discover(std::string_view from, const std::string& token, bytes& out) {
    connection server(from, {.token = token, .timeout_ms = answer_timeout_ms,
                             .response_bytes_max = document_bytes_max, .agent = agent});
    const result<json> got = server.call_json("rpc.discover");
    if (got) return out.append(got->text()), "";
    const failure& why = got.error();
    std::string_view message = why.message;
    if (transport::has(why)) message.remove_prefix(from.size() + 2);  // "URL: "
    std::string text = visible(message);
    if (transport::has(why) && why.code == transport::unauthorized)
        return text.append(cli::token_advice(!token.empty()));
    if (why.is_local) return text;
    return "rpc.discover failed: error " + std::to_string(why.code) + ": " + text;
}

}  // namespace

bool is_url(std::string_view source) {
    return source.starts_with("http://") || source.starts_with("https://") ||
           source.starts_with("unix:");
}

std::string name_of(std::string_view source) {
    return source == "-" ? "standard input" : visible(source);
}

std::string read_document(std::string_view source, const std::string& token, bytes& out) {
    if (!is_url(source)) return read_file(source, out);
    net::url to;
    if (std::string problem = net::parse(source, to); !problem.empty()) return problem;
    const std::string_view target = to.target;
    const bool is_document = target.substr(0, target.find('?')).ends_with(".json");
    std::string problem =
        is_document ? get(std::move(to), token, out) : discover(source, token, out);
    if (out.overflowed()) throw std::bad_alloc();
    return problem;
}

}  // namespace callbox::program
