// Opens what a server needs, runs its workers, and returns the exit status.
#include <callbox/serve.hpp>

#include "observe/log.hpp"
#include "observe/log_output.hpp"
#include "observe/metrics.hpp"
#include "credentials.hpp"
#include "handover.hpp"
#include "observe/logger.hpp"
#include "listener.hpp"
#include "loop.hpp"
#include "thread_pool.hpp"
#include "process/cpus.hpp"
#include "process/file.hpp"
#include "process/identity.hpp"
#include "process/sandbox.hpp"
#include "process/signals.hpp"
#include "process/supervisor.hpp"
#include "process/systemd.hpp"
#include "process/thread.hpp"
#include "process/upgrade_helper.hpp"
#include "site/mount.hpp"
#include "workers.hpp"

#include <callbox/memory.hpp>

#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace callbox {

namespace {

using listeners = std::vector<net::listener>;  // of one worker

int serve_all(const table& methods, void* state, const options& how, bool until_exit);
std::string open(options& how, const table& methods, net::callers& who, net::handover& before,
                 std::vector<listeners>& into);
std::string complete(options& how);
std::string open_all(const options& how, std::vector<listeners>& into);
process::grants files_of(const options& how, const listeners& all);
std::vector<process::handed> sockets_of(const std::vector<listeners>& all);
std::string become(const options& how);
std::string give_up(const options& how, const process::grants& but, int channel, log& journal,
                    const net::log_style& style);
void end(net::pool& slow, log& journal);
std::string allow_descriptors(std::size_t count);
std::vector<std::string> ready_lines(const listeners& all, const options& how);

}  // namespace

// Once it serves, running out of memory costs no more than a connection.
int detail::serve(const table& methods, void* state, const options& how, bool until_exit) try {
    return serve_all(methods, state, how, until_exit);
} catch (const std::bad_alloc&) {
    stderr_log().line("cannot start: memory has run out");
    standard_error.finish();
    return 1;
}

namespace {

// Takes signals before it listens, so that an early one stops it as a later one does.
int serve_all(const table& methods, void* state, const options& how, bool until_exit) {
    standard_error.look();
    net::log_style style(how);
    net::journal journal(style, how.limits.log_rate_max);
    const process::stop_signals stop(&style.level, until_exit);
    if (!stop) return journal.error("cannot start: another serve() runs in this process"), 1;
    options checked = how;
    std::vector<listeners> sockets;
    net::callers who;
    net::handover before;
    process::log_file later;
    std::string problem = process::check_stack(how.limits.json_depth_max);
    if (problem.empty()) problem = open(checked, methods, who, before, sockets);
    if (problem.empty()) problem = later.open(checked);
    if (!problem.empty()) return journal.error(problem), 1;
    for (const std::string& doubt : who.doubts()) journal.line(doubt);

    const auto ready = ready_lines(sockets[0], checked);
    const process::grants files = files_of(checked, sockets[0]);
    const std::string few = allow_descriptors(
        checked.limits.connections_max +
        checked.workers * (net::own_descriptors_max + sockets[0].size()));
    if (!few.empty()) journal.line(few);

    process::notifier systemd;
    const std::string untold = systemd.open();
    if (!untold.empty()) journal.line(untold);

    // Forks the helper while the process is still small, and as the user who serves.
    problem = become(checked);
    process::upgrade_helper helper;
    std::vector<process::handed> handed = sockets_of(sockets);
    if (problem.empty() && checked.upgrade)
        problem = helper.open(checked.program, checked.limits.upgrade_timeout_ms, handed.size());
    if (!problem.empty()) return journal.error(problem), 1;

    const memory::limited budget(checked.limits.memory_max);
    std::optional<net::pool> slow;
    const bool has_blocking = std::any_of(methods.rows.begin(), methods.rows.end(),
                                          [](const row& r) { return r.blocking; });
    style.keeps_running = !checked.token_file.empty() && (has_blocking || checked.workers > 1);
    if (has_blocking) slow.emplace(methods, state, checked.limits, style);
    net::board shown(methods, slow ? &*slow : nullptr);
    net::workers all(stop, slow ? &*slow : nullptr, who, shown, style);
    for (listeners& own : sockets) all.add(methods, state, checked, std::move(own));
    const int channel = helper.get();
    process::supervisor supervisor(std::move(systemd), std::move(helper), std::move(handed), stop,
                                   journal);
    all.attend(supervisor);
    problem = all.open();
    if (problem.empty()) problem = give_up(checked, files, channel, journal, style);
    if (problem.empty()) problem = standard_error.start();
    if (problem.empty() && slow) problem = slow->start();
    if (problem.empty()) problem = all.start();
    if (!problem.empty()) {
        journal.error(problem);
    } else {
        supervisor.ready(ready.front(), static_cast<bool>(before));  // may run out of memory
        for (const std::string& line : ready) journal.tell(line);
        if (style.blames_sandbox)
            journal.tell("sandbox: on; --sandbox-read PATH and --sandbox-write PATH allow files");
        supervisor.log_to(std::move(later));
        before.done();
        all.run();
        supervisor.stopped(all.cut_off());
    }
    if (slow) end(*slow, journal);
    standard_error.finish();
    return problem.empty() ? 0 : 1;
}

// Opens what serving needs from outside: callers, and sockets for each worker, from the process
// before if there is one. Empty, or what can't be opened.
std::string open(options& how, const table& methods, net::callers& who, net::handover& before,
                 std::vector<listeners>& into) {
    std::string problem = complete(how);
    if (problem.empty()) problem = who.open(how, &methods);
    if (problem.empty()) problem = before.take();
    if (!problem.empty()) return problem;
    return before ? before.spread(how.workers, into) : open_all(how, into);
}

// Decides what the options leave open. Empty, or what can't be done.
std::string complete(options& how) {
    if (!site::is_mount(how.mount))
        return "cannot mount at \"" + how.mount + "\": a mount is segments like /api";
    if (how.mount.ends_with('/')) how.mount.pop_back();
    if (how.workers > workers_max)
        return "cannot run " + std::to_string(how.workers) + " workers: there are at most " +
               std::to_string(workers_max);
    if (how.workers == 0) how.workers = std::min(process::cpus(), workers_max);
    process::user ignored;
    if (!how.user.empty() && !process::parse_user(how.user, ignored))
        return "cannot become user \"" + how.user + "\": a user is numbers like 1000:100";
    if (how.listen.empty()) return "there is no address to listen on";
    if (!process::parse_mode(how.socket_mode))
        return "cannot give a socket the mode \"" + how.socket_mode + "\": a mode is like 0660";
    if (!how.socket_owner.empty() && !process::parse_owner(how.socket_owner))
        return "cannot give a socket to \"" + how.socket_owner + "\": an owner is like 33:33";
    if (how.limits.blocking_threads == 0) return "cannot call blocking methods on 0 threads";
    return "";
}

// Opens a listener at each address for each worker.
std::string open_all(const options& how, std::vector<listeners>& into) {
    const process::rights rights{.mode = process::parse_mode(how.socket_mode).value(),
                             .owner = process::parse_owner(how.socket_owner)};
    into.resize(how.workers);
    const bool is_apart = !how.admin_listen.empty();
    const auto open_each = [&](const std::vector<std::string>& addresses, listener_role serves) {
        for (const std::string& address : addresses) {
            const std::size_t at = into.front().size();
            for (listeners& own : into) {
                net::listener l;
                std::string problem = &own == &into.front() ? l.open(address, rights)
                                                            : l.open_beside(into.front()[at]);
                if (!problem.empty()) return problem;
                l.serve(serves);
                own.push_back(std::move(l));
            }
        }
        return std::string();
    };
    std::string problem =
        open_each(how.listen, is_apart ? listener_role::calls : listener_role::all);
    return problem.empty() ? open_each(how.admin_listen, listener_role::admin) : problem;
}

// Grants folders, because at SIGHUP another file may have the token file's or the log's name. The
// files of unix sockets are removed at the end.
process::grants files_of(const options& how, const listeners& all) {
    process::grants files{.read = how.sandbox_read, .write = how.sandbox_write};
    const auto add_folder = [](const std::string& file, std::vector<std::string>& to) {
        if (!file.empty()) to.push_back(process::folder_of(file));
    };
    add_folder(how.token_file, files.read);
    add_folder(how.log_file, files.log);
    for (const net::listener& l : all) add_folder(l.file(), files.remove);
    return files;
}

// Lists each socket once, though several workers may have it.
std::vector<process::handed> sockets_of(const std::vector<listeners>& all) {
    std::vector<process::handed> sockets;
    std::vector<ino_t> known;
    for (const listeners& own : all) {
        for (const net::listener& l : own) {
            struct stat is {};
            if (::fstat(l.get(), &is) == -1) continue;
            if (std::find(known.begin(), known.end(), is.st_ino) != known.end()) continue;
            known.push_back(is.st_ino);
            sockets.push_back({l.get(), !l.file().empty(), l.serves()});
        }
    }
    return sockets;
}

// Requires: all that takes more rights is open. Empty, or why it must not serve.
std::string become(const options& how) {
    process::user who;
    return !how.user.empty() && process::parse_user(how.user, who) ? process::become(who) : "";
}

// Enters the sandbox. Requires: no client has been read. Empty, or why it must not serve.
std::string give_up(const options& how, const process::grants& but, int channel, log& journal,
                    const net::log_style& style) {
    const process::confinement made = process::confine(how.sandbox, but, channel);
    style.blames_sandbox = made.whole || !made.missing.empty();
    if (!made.missing.empty()) journal.line("the sandbox is not whole: " + made.missing);
    return made.problem;
}

// A thread can't be stopped inside a function, and what the function uses must stay while it runs.
void end(net::pool& slow, log& journal) {
    const std::size_t running = slow.stop();
    if (running == 0) return;
    journal.error("calls of blocking methods that still run are given up: " +
                 std::to_string(running));
    standard_error.finish();
    std::_Exit(1);
}

// Raises the soft limit of open files as far as needed and allowed. Standard input, output and
// error, and some more of the program's own, are open beside `count`.
std::string allow_descriptors(std::size_t count) {
    const rlim_t wanted = count + 16;
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) == -1 || files.rlim_cur >= wanted) return "";
    files.rlim_cur = std::min(files.rlim_max, wanted);
    if (::setrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur == wanted) return "";
    return "fewer files may be open (" + std::to_string(files.rlim_cur) +
           ") than connections_max needs (" + std::to_string(wanted) + ")";
}

std::vector<std::string> ready_lines(const listeners& all, const options& how) {
    std::vector<std::string> lines;
    for (const net::listener& l : all) {
        const bool is_path = l.where().is == net::address::kind::path;
        const std::string text = net::text_of(l.where());
        const std::string start = is_path ? text + ' ' : "http://" + text;
        if (l.serves() == listener_role::admin) {
            lines.push_back("admin: " + start + "/metrics");
            continue;
        }
        const std::string base = start + how.mount;
        lines.push_back("ready: " + base);
        if (how.enable_web_browsable_api && !is_path)
            lines.push_back("explorer: " + base + "/browse");
    }
    return lines;
}

}  // namespace

}  // namespace callbox
