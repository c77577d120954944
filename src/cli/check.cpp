// Lists the changes since the older OpenRPC document in a file.
#include "check.hpp"

#include "base/fd.hpp"
#include "net/retry.hpp"
#include "rpc/compare.hpp"
#include "rpc/discover.hpp"
#include "text.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace callbox::cli {

namespace {

constexpr std::size_t file_bytes_max = 64 << 20;
constexpr std::size_t step = 64 << 10;

std::string read_file(std::string_view name, bytes& into);
void append_change(bytes& out, const rpc::change& of);
void append_count(bytes& out, std::size_t breaking, std::size_t others);

}  // namespace

int check_document(session& s, std::string_view name) {
    bytes shown;
    append_plain(shown, name == "-" ? "standard input" : name);
    const auto refuse = [&](std::string_view problem) {
        s.mistake = std::string(shown.view()).append(": ").append(problem);
        return 2;
    };
    bytes before(file_bytes_max + step);
    if (const std::string problem = read_file(name, before); !problem.empty())
        return refuse(problem);
    std::string after = rpc::describe(s.methods, s.defaults.about).document;
    const auto found = rpc::compare({before.data(), before.size()}, after);
    if (!found.problem.empty()) return refuse(found.problem);
    std::size_t breaking = 0;
    for (const rpc::change& each : found.changes) {
        append_change(s.out, each);
        breaking += each.breaks;
    }
    append_count(s.out, breaking, found.changes.size() - breaking);
    return breaking == 0 ? 0 : 1;
}

namespace {

// Returns empty, or what went wrong.
std::string read_file(std::string_view name, bytes& into) {
    const std::string path(name);
    fd opened;
    if (name != "-") {
        opened = fd(net::retried([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }));
        if (!opened) return std::strerror(errno);
    }
    const int from = opened ? opened.get() : STDIN_FILENO;
    for (;;) {
        char* to = into.room(step);
        if (to == nullptr) return std::strerror(ENOMEM);
        const ssize_t got = net::retried([&] { return ::read(from, to, step); });
        if (got == -1) return std::strerror(errno);
        if (got == 0) return {};
        into.commit(static_cast<std::size_t>(got));
        if (into.size() > file_bytes_max) return "it is larger than 64 MiB";
    }
}

void append_change(bytes& out, const rpc::change& of) {
    out.append(of.breaks ? "breaking: " : "change: ");
    append_plain(out, of.method.empty() ? "info" : of.method);
    out.append(": ");
    append_plain(out, of.what);
    out.append('\n');
}

void append_count(bytes& out, std::size_t breaking, std::size_t others) {
    if (breaking == 0 && others == 0) return out.append("no changes\n");
    out.append(std::to_string(breaking));
    out.append(breaking == 1 ? " breaking change, " : " breaking changes, ");
    out.append(std::to_string(others));
    out.append(others == 1 ? " other\n" : " others\n");
}

}  // namespace

}  // namespace callbox::cli
