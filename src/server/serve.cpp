// Opens what a server needs, runs its workers, and returns the exit status.
#include <callbox/serve.hpp>

#include "credentials.hpp"
#include "handover.hpp"
#include "listener.hpp"
#include "loop.hpp"
#include "observe/log_output.hpp"
#include "observe/logger.hpp"
#include "observe/metrics.hpp"
#include "process/cpus.hpp"
#include "process/file.hpp"
#include "process/identity.hpp"
#include "process/log_file.hpp"
#include "process/sandbox.hpp"
#include "process/signals.hpp"
#include "process/supervisor.hpp"
#include "process/systemd.hpp"
#include "process/thread.hpp"
#include "process/upgrade_helper.hpp"
#include "site/mount.hpp"
#include "thread_pool.hpp"
#include "workers.hpp"

#include <callbox/memory.hpp>

#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace callbox {

namespace {

using listeners = std::vector<net::listener>;  // of one worker

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
std::string open_all(const options& how, std::vector<listeners>& out) {
    const process::rights rights{.mode = process::parse_mode(how.socket_mode).value(),
                                 .owner = process::parse_owner(how.socket_owner)};
    out.resize(how.workers);
    const bool is_apart = !how.admin_listen.empty();
    const auto open_each = [&](const std::vector<std::string>& addresses, listener_role serves) {
        for (const std::string& address : addresses) {
            const std::size_t at = out.front().size();
            for (listeners& own : out) {
                net::listener l;
                std::string problem = &own == &out.front() ? l.open(address, rights)
                                                           : l.open_beside(out.front()[at]);
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
            struct stat found {};
            if (::fstat(l.get(), &found) == -1) continue;
            if (std::find(known.begin(), known.end(), found.st_ino) != known.end()) continue;
            known.push_back(found.st_ino);
            sockets.push_back({l.get(), !l.file().empty(), l.serves()});
        }
    }
    return sockets;
}

// Requires: all that takes more rights is open. Empty, or why it must not serve.
std::string become(const options& how) {
    process::user later;
    return !how.user.empty() && process::parse_user(how.user, later) ? process::become(later)
                                                                     : "";
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
        const bool is_path = l.where().kind == net::address_kind::path;
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

// A server from its options to its end. Each step gives an empty text, or a line that says why it
// must not serve.
class serving {
public:
    serving(const table& methods, void* state, const options& how,
            const process::stop_signals& stop, observe::log_style& style, observe::logger& log)
        : methods_(methods), state_(state), how_(how), stop_(stop), style_(style), log_(log) {}

    std::string open();
    std::string run();

private:
    std::string open_sockets();
    std::string enter_sandbox(int channel);
    void announce(process::supervisor& supervisor);
    void end(net::thread_pool& pool);

    table methods_;
    void* state_;
    options how_;
    const process::stop_signals& stop_;
    observe::log_style& style_;
    observe::logger& log_;
    net::credentials credentials_;
    net::handover before_;
    std::vector<listeners> sockets_;  // of each worker
    std::vector<std::string> ready_;
    std::vector<process::handed> handed_;
    process::grants files_;
    process::log_file log_file_;
    process::notifier systemd_;
    process::upgrade_helper helper_;
};

// Opens what serving needs from outside: callers, and sockets for each worker, from the process
// before if there is one.
std::string serving::open_sockets() {
    std::string problem = process::check_stack(how_.limits.json_depth_max);
    if (problem.empty()) problem = complete(how_);
    if (problem.empty()) problem = credentials_.open(how_, &methods_);
    if (problem.empty()) problem = before_.take();
    if (!problem.empty()) return problem;
    problem = before_ ? before_.spread(how_.workers, sockets_) : open_all(how_, sockets_);
    return problem.empty() ? log_file_.open(how_) : problem;
}

std::string serving::open() {
    std::string problem = open_sockets();
    if (!problem.empty()) return problem;
    for (const std::string& doubt : credentials_.doubts()) log_.warn(doubt);
    ready_ = ready_lines(sockets_[0], how_);
    files_ = files_of(how_, sockets_[0]);
    handed_ = sockets_of(sockets_);
    const std::string few =
        allow_descriptors(how_.limits.connections_max +
                          how_.workers * (net::own_descriptors_max + sockets_[0].size()));
    if (!few.empty()) log_.warn(few);
    const std::string unreachable = systemd_.open();
    if (!unreachable.empty()) log_.warn(unreachable);
    // Forks the helper while the process is still small, and as the user who serves.
    problem = become(how_);
    if (!problem.empty() || !how_.upgrade) return problem;
    return helper_.open(how_.program, how_.limits.upgrade_timeout_ms, handed_.size());
}

// Requires: no client has been read.
std::string serving::enter_sandbox(int channel) {
    const process::confinement made = process::confine(how_.sandbox, files_, channel);
    style_.blames_sandbox = made.whole || !made.missing.empty();
    if (!made.missing.empty()) log_.warn("the sandbox is not whole: " + made.missing);
    return made.problem;
}

// May run out of memory before it tells systemd.
void serving::announce(process::supervisor& supervisor) {
    supervisor.ready(ready_.front(), static_cast<bool>(before_));
    for (const std::string& line : ready_) log_.announce(line);
    if (style_.blames_sandbox)
        log_.announce("sandbox: on; --sandbox-read PATH and --sandbox-write PATH allow files");
    supervisor.log_to(std::move(log_file_));
    before_.done();
}

std::string serving::run() {
    const memory::limited budget(how_.limits.memory_max);
    net::thread_pool pool(methods_, state_, how_.limits, style_);
    observe::metrics metrics(pool.counts());
    pool.add_to(metrics);
    style_.keeps_running =
        !how_.token_file.empty() && (pool.size() > 0 || how_.workers > 1);
    net::workers workers(stop_, pool, credentials_, metrics, style_);
    for (listeners& own : sockets_) workers.add(methods_, state_, how_, std::move(own));
    const int channel = helper_.get();
    process::supervisor supervisor(std::move(systemd_), std::move(helper_), std::move(handed_),
                                   stop_, log_);
    workers.set_hooks(supervisor);
    for (const heartbeat* each : workers.heartbeats()) supervisor.watch(*each);
    std::string problem = workers.open();
    if (problem.empty()) problem = enter_sandbox(channel);
    if (problem.empty()) problem = observe::standard_error.start();
    if (problem.empty()) problem = pool.start();
    if (problem.empty()) problem = workers.start();
    if (problem.empty()) {
        announce(supervisor);
        workers.run();
        supervisor.stopped(workers.cut_off());
    } else {
        log_.error(problem);
    }
    end(pool);
    return problem;
}

// A thread can't be stopped inside a function, and what the function uses must stay while it runs.
void serving::end(net::thread_pool& pool) {
    const std::size_t running = pool.stop();
    if (running == 0) return;
    log_.error("calls of blocking methods that still run are given up: " +
               std::to_string(running));
    observe::standard_error.finish();
    std::_Exit(1);
}

}  // namespace

// Takes signals before it listens, so that an early one stops it as a later one does. Once it
// serves, running out of memory costs no more than a connection.
int detail::serve(const table& methods, void* state, const options& how, bool until_exit) try {
    observe::standard_error.look();
    observe::log_style style(how);
    observe::logger log(style, how.limits.log_rate_max);
    const process::stop_signals stop(&style.level, until_exit);
    if (!stop) return log.error("cannot start: another serve() runs in this process"), 1;
    serving one(methods, state, how, stop, style, log);
    std::string problem = one.open();
    if (!problem.empty()) return log.error(problem), 1;
    problem = one.run();
    observe::standard_error.finish();
    return problem.empty() ? 0 : 1;
} catch (const std::bad_alloc&) {
    observe::logger().error("cannot start: memory has run out");
    observe::standard_error.finish();
    return 1;
}

}  // namespace callbox
