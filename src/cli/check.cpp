// Lists the changes since the older OpenRPC document in a file.
#include "check.hpp"

#include "base/fd.hpp"
#include "base/retry.hpp"
#include "openrpc/diff/compare.hpp"
#include "openrpc/document.hpp"
#include "text.hpp"
#include "value.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace callbox::cli {

namespace {

constexpr std::size_t file_bytes_max = 64 << 20;
constexpr std::size_t step = 64 << 10;

// Returns empty, or what went wrong.
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
        if (out.size() > file_bytes_max) return "it is larger than 64 MiB";
    }
}

}  // namespace

int check_document(session& s, std::string_view name) {
    const auto refuse = [&](std::string_view problem) {
        return s.wrong(plain(name == "-" ? "standard input" : name).append(": ").append(problem));
    };
    bytes before(file_bytes_max + step);
    if (const std::string problem = read_file(name, before); !problem.empty())
        return refuse(problem);
    std::string after = openrpc::describe(s.methods, s.defaults.info).document;
    const auto found = openrpc::compare({before.data(), before.size()}, after);
    if (!found.problem.empty()) return refuse(found.problem);
    std::size_t breaking = 0;
    for (const openrpc::change& each : found.changes) {
        append(s.out, {each.breaks ? "breaking: " : "change: ",
                       plain(each.method.empty() ? "info" : each.method), ": ", plain(each.what),
                       "\n"});
        breaking += each.breaks;
    }
    const std::size_t others = found.changes.size() - breaking;
    if (found.changes.empty()) s.out.append("no changes\n");
    else append(s.out, {std::to_string(breaking),
                        breaking == 1 ? " breaking change, " : " breaking changes, ",
                        std::to_string(others), others == 1 ? " other\n" : " others\n"});
    return breaking == 0 ? 0 : 1;
}

}  // namespace callbox::cli
