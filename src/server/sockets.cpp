// Opens listeners for each worker, or reads a handover from the environment, distributes its
// sockets and notifies the predecessor.
#include "sockets.hpp"

#include "base/ascii.hpp"

#include <sys/stat.h>

#include <fcntl.h>

namespace callbox::net {

namespace {

// Removes the mark at the end of the text, if it is there.
bool take_mark(std::string_view& text, char mark) {
    if (!text.ends_with(mark)) return false;
    text.remove_suffix(1);
    return true;
}

bool is_same(const address& a, const address& b) {
    return a.length == b.length && std::memcmp(&a.socket, &b.socket, a.length) == 0;
}

}  // namespace

std::string open_all(const options& how, std::vector<listeners>& out) {
    const system::rights rights{.mode = system::parse_mode(how.socket_mode).value(),
                                 .owner = system::parse_owner(how.socket_owner)};
    out.resize(how.workers);
    const bool is_apart = !how.admin_listen.empty();
    const auto open_each = [&](const std::vector<std::string>& addresses, listener_role serves) {
        for (const std::string& address : addresses) {
            for (listeners& own : out) {
                listener& made = own.emplace_back();
                made.serve(serves);
                std::string problem = &own == &out.front() ? made.open(address, rights)
                                                           : made.open_beside(out.front().back());
                if (!problem.empty()) return problem;
            }
        }
        return std::string();
    };
    std::string problem =
        open_each(how.listen, is_apart ? listener_role::calls : listener_role::all);
    return problem.empty() ? open_each(how.admin_listen, listener_role::admin) : problem;
}

bool is_local(const listeners& all, bool admin) {
    return std::all_of(all.begin(), all.end(), [admin](const listener& l) {
        return (l.serves() == listener_role::admin) != admin || is_loopback(l.where());
    });
}

std::vector<std::string> ready_lines(const listeners& all, const options& how) {
    std::vector<std::string> lines;
    for (const listener& l : all) {
        const bool is_path = l.where().kind == address_kind::path;
        const std::string text = text_of(l.where());
        const std::string start = is_path ? text + ' ' : "http://" + text;
        if (l.serves() == listener_role::admin) {
            lines.push_back("admin: " + start + "/metrics");
            continue;
        }
        const std::string base = start + how.mount;
        lines.push_back("ready: " + base);
        if (how.enable_web_browsable_api && !is_path)
            lines.push_back("explorer: " + base + "/browse");
        if (how.mcp) lines.push_back("tools: " + base + "/mcp");
    }
    return lines;
}

system::grants files_of(const options& how, const listeners& all) {
    system::grants files{.read = how.sandbox_read, .write = how.sandbox_write};
    const auto add_folder = [](const std::string& file, std::vector<std::string>& to) {
        if (!file.empty()) to.push_back(system::folder_of(file));
    };
    add_folder(how.token_file, files.read);
    add_folder(how.log_file, files.log);
    for (const listener& l : all) add_folder(l.file().path(), files.remove);
    return files;
}

std::vector<system::handed> sockets_of(const std::vector<listeners>& all) {
    std::vector<system::handed> sockets;
    std::vector<ino_t> known;
    for (const listeners& own : all) {
        for (const listener& l : own) {
            struct stat found {};
            if (::fstat(l.get(), &found) == -1) continue;
            if (std::find(known.begin(), known.end(), found.st_ino) != known.end()) continue;
            known.push_back(found.st_ino);
            sockets.push_back({l.get(), !l.file().path().empty(), l.serves()});
        }
    }
    return sockets;
}

// handover = pid ":" fd ":" socket *( "," socket ); socket = fd [ "f" ] [ "c" / "a" ]
std::string handover::take() {
    const char* const variable = std::getenv(system::handover_variable);
    if (variable == nullptr) return "";
    const std::string whole(variable);
    (void)::unsetenv(system::handover_variable);
    std::string wrong = std::string(system::handover_variable) + " is wrong: " + whole;
    std::string_view text = whole;
    const auto process = read_number<int>(ascii::take_until(text, ':'));
    if (process && *process != ::getpid()) return "";
    const auto ready = read_number<int>(ascii::take_until(text, ':'));
    if (!process || !ready || ::fcntl(*ready, F_SETFD, FD_CLOEXEC) == -1) return wrong;
    ready_ = fd(*ready);
    do {
        std::string_view one = ascii::take_until(text, ',');
        listener& made = sockets_.emplace_back();
        if (take_mark(one, 'c')) made.serve(listener_role::calls);
        if (take_mark(one, 'a')) made.serve(listener_role::admin);
        const bool with_file = take_mark(one, 'f');
        const auto socket = read_number<int>(one);
        std::string problem = socket ? made.take_over(*socket, with_file) : wrong;
        if (!problem.empty()) return problem;
    } while (!text.empty());
    return "";
}

// Distributes the sockets of each address round-robin, so each has a worker that accepts. Workers
// left without a socket share that of another.
std::string handover::spread(std::size_t workers, std::vector<listeners>& out) {
    assert(workers > 0);
    out.resize(workers);
    while (!sockets_.empty()) {
        const address here = sockets_.front().where();
        std::size_t dealt = 0;
        listeners rest;
        for (listener& l : sockets_)
            (is_same(l.where(), here) ? out[dealt++ % workers] : rest).push_back(std::move(l));
        sockets_ = std::move(rest);
        assert(dealt > 0);
        for (const std::size_t own = dealt; dealt < workers; ++dealt) {
            std::string problem = out[dealt].emplace_back().open_beside(out[dealt % own].back());
            if (!problem.empty()) return problem;
        }
    }
    return "";
}

void handover::done() {
    if (!ready_) return;
    (void)retried([&] { return ::write(ready_.get(), "R", 1); });
    ready_.close();
}

}  // namespace callbox::net
