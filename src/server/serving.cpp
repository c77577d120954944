// Opens the resources of a server, runs its workers and shuts it down. Each step returns an empty
// string or one line of error.
#include "serving.hpp"

#include "handover.hpp"
#include "supervisor.hpp"
#include "system/file.hpp"
#include "system/sandbox.hpp"
#include "system/thread.hpp"
#include "workers.hpp"

#include <sys/resource.h>
#include <sys/stat.h>

namespace callbox::net {

namespace {

using listeners = std::vector<listener>;  // of one worker

// Validates the options and fills in those left open. Returns an empty string or one line of error.
std::string complete(options& how) {
    if (!site::is_mount(how.mount))
        return "cannot mount at \"" + how.mount + "\": a mount is segments like /api";
    if (how.mount.ends_with('/')) how.mount.pop_back();
    if (how.workers > workers_max)
        return "cannot run " + std::to_string(how.workers) + " workers: there are at most " +
               std::to_string(workers_max);
    if (how.workers == 0) how.workers = std::min(system::cpus(), workers_max);
    if (!how.user.empty() && !system::parse_user(how.user))
        return "cannot switch to user \"" + how.user + "\": a user is numbers like 1000:100";
    if (how.listen.empty()) return "there is no address to listen on";
    if (!system::parse_mode(how.socket_mode))
        return "cannot give a socket the mode \"" + how.socket_mode + "\": a mode is like 0660";
    if (!how.socket_owner.empty() && !system::parse_owner(how.socket_owner))
        return "cannot give a socket to \"" + how.socket_owner + "\": an owner is like 33:33";
    if (how.limits.blocking_threads == 0) return "cannot call blocking methods on 0 threads";
    if (how.limits.header_bytes_max > header_bytes_limit)
        return "cannot read heads of more than " + std::to_string(header_bytes_limit) + " bytes";
    return "";
}

// The name of an option that affects the whole process; empty if none is set.
std::string_view process_option(const options& how) {
    if (!how.user.empty()) return "user";
    if (how.sandbox != sandbox_mode::off) return "sandbox";
    if (how.upgrade) return "upgrade";
    return how.log_file.empty() ? "" : "log_file";
}

// Opens a listener on each address for each worker.
std::string open_all(const options& how, std::vector<listeners>& out) {
    const system::rights rights{.mode = system::parse_mode(how.socket_mode).value(),
                                 .owner = system::parse_owner(how.socket_owner)};
    out.resize(how.workers);
    const bool is_apart = !how.admin_listen.empty();
    const auto open_each = [&](const std::vector<std::string>& addresses, listener_role serves) {
        for (const std::string& address : addresses) {
            const std::size_t at = out.front().size();
            for (listeners& own : out) {
                listener l;
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

// Grants folders, as the token file or the log file may be another file at SIGHUP. The files of
// unix sockets are removed on exit.
system::grants files_of(const options& how, const listeners& all) {
    system::grants files{.read = how.sandbox_read, .write = how.sandbox_write};
    const auto add_folder = [](const std::string& file, std::vector<std::string>& to) {
        if (!file.empty()) to.push_back(system::folder_of(file));
    };
    add_folder(how.token_file, files.read);
    add_folder(how.log_file, files.log);
    for (const listener& l : all) add_folder(l.file(), files.remove);
    return files;
}

// Lists each socket once, even if several workers share it.
std::vector<system::handed> sockets_of(const std::vector<listeners>& all) {
    std::vector<system::handed> sockets;
    std::vector<ino_t> known;
    for (const listeners& own : all) {
        for (const listener& l : own) {
            struct stat found {};
            if (::fstat(l.get(), &found) == -1) continue;
            if (std::find(known.begin(), known.end(), found.st_ino) != known.end()) continue;
            known.push_back(found.st_ino);
            sockets.push_back({l.get(), !l.file().empty(), l.serves()});
        }
    }
    return sockets;
}

// Raises the soft limit of open files as far as needed and allowed, if it `may`. The limit
// includes, besides `count`, the standard streams and some descriptors of the program.
std::string allow_descriptors(std::size_t count, bool may) {
    const rlim_t wanted = count + 16;
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) == -1 || files.rlim_cur >= wanted) return "";
    if (may) files.rlim_cur = std::min(files.rlim_max, wanted);
    if (may && ::setrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur == wanted) return "";
    return "fewer files may be open (" + std::to_string(files.rlim_cur) +
           ") than connections_max needs (" + std::to_string(wanted) + ")";
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

}  // namespace

// The resources of a server, from start() to its end.
struct serving::started {
    explicit started(const options& wanted) : how(wanted) {}
    ~started() {
        if (pool) (void)pool->stop();
        if (pool) pool->wait();
        workers.reset();
        pool.reset();
        if (logs) observe::standard_error.leave();
    }

    options how;  // complete
    std::optional<memory::part> budget;
    net::credentials credentials;
    handover before;
    std::vector<listeners> sockets;  // of each worker
    std::vector<std::string> ready;
    std::vector<system::handed> handed;
    system::grants files;
    system::log_file log_file;
    system::notifier systemd;
    system::upgrade_helper helper;
    std::optional<thread_pool> pool;
    std::optional<site::metrics> metrics;
    std::optional<net::workers> workers;
    std::optional<net::supervisor> supervisor;
    bool logs = false;  // standard error is used
};

serving::serving(const table& methods, void* state, const options& how, scope may)
    : methods_(methods),
      state_(state),
      how_(how),
      may_(may),
      sink_(how_.log_to),
      style_(how_, how_.log_to ? &sink_ : nullptr),
      log_(style_, how_.limits.log_rate_max) {}

serving::~serving() = default;

// Handles signals before it listens: an early signal stops it like a later one.
std::string serving::start() try {
    if (running() > 0)
        return "cannot start: calls of blocking methods still run: " + std::to_string(running());
    forget();
    observe::standard_error.look();
    if (const std::string_view named = process_option(how_); is_part() && !named.empty())
        return "cannot start: options::" + std::string(named) +
               " is for a whole process, which serve() and run() have";
    const bool wants_signals = !is_part() || how_.signals;
    if (wants_signals && !stop_.take(&style_.level, may_ == scope::whole_process))
        return is_part() ? "cannot start: another server handles the signals of this process"
                         : "cannot start: another serve() runs in this process";
    if (wants_signals) observe::standard_error.signals_are_ignored(true);
    now_ = std::make_unique<started>(how_);
    std::string problem = open();
    if (!problem.empty()) forget();
    return problem;
} catch (const std::bad_alloc&) {
    forget();
    return "cannot start: memory has run out";
}

// Reads the credentials, and opens sockets for each worker or takes them over from the predecessor.
std::string serving::open_sockets() {
    started& own = *now_;
    std::string problem = system::check_stack(own.how.limits.json_depth_max);
    if (problem.empty()) problem = complete(own.how);
    if (problem.empty()) problem = own.credentials.open(own.how, &methods_);
    if (problem.empty() && !is_part()) problem = own.before.take();
    if (!problem.empty()) return problem;
    problem = own.before ? own.before.spread(own.how.workers, own.sockets)
                         : open_all(own.how, own.sockets);
    return problem.empty() ? own.log_file.open(own.how) : problem;
}

std::string serving::open() {
    started& own = *now_;
    std::string problem = open_sockets();
    if (!problem.empty()) return problem;
    for (const std::string& doubt : own.credentials.doubts()) log_.warn(doubt);
    own.ready = ready_lines(own.sockets[0], own.how);
    for (const listener& l : own.sockets[0])
        (l.serves() == listener_role::admin ? admin_addresses_ : addresses_)
            .push_back(text_of(l.where()));
    const std::string few =
        allow_descriptors(own.how.limits.connections_max +
                              own.how.workers * (own_descriptors_max + own.sockets[0].size()),
                          !is_part());
    if (!few.empty()) log_.warn(few);
    if (!is_part()) problem = open_for_process();
    if (!problem.empty()) return problem;
    make_workers();
    return own.workers->open();
}

std::string serving::open_for_process() {
    started& own = *now_;
    own.files = files_of(own.how, own.sockets[0]);
    own.handed = sockets_of(own.sockets);
    const std::string unreachable = own.systemd.open();
    if (!unreachable.empty()) log_.warn(unreachable);
    // Forks the helper while the process is still small, and as the serving user.
    const auto later = system::parse_user(own.how.user);
    std::string problem = later ? system::become(*later) : "";
    if (!problem.empty() || !own.how.upgrade) return problem;
    return own.helper.open(own.how.program, own.how.limits.upgrade_timeout_ms,
                           own.handed.size());
}

void serving::make_workers() {
    started& own = *now_;
    own.budget.emplace(own.how.limits.memory_max);
    own.pool.emplace(methods_, state_, own.how.limits, style_);
    own.metrics.emplace(own.pool->counts().waiting, *style_.sink);
    own.pool->add_to(*own.metrics);
    style_.keeps_running =
        !own.how.token_file.empty() && (own.pool->size() > 0 || own.how.workers > 1);
    own.workers.emplace(methods_, state_, own.how, std::move(own.sockets), stop_, *own.pool,
                        own.credentials, *own.metrics, style_);
    own.supervisor.emplace(std::move(own.systemd), std::move(own.helper), std::move(own.handed),
                           stop_, log_);
    own.workers->set_supervisor(*own.supervisor);
}

// Requires: no input of clients has been read.
std::string serving::enter_sandbox() {
    const system::confinement made =
        system::confine(now_->how.sandbox, now_->files, now_->supervisor->get());
    style_.blames_sandbox = made.whole || !made.missing.empty();
    if (!made.missing.empty()) log_.warn("the sandbox is not whole: " + made.missing);
    return made.problem;
}

std::string serving::start_threads() try {
    started& own = *now_;
    std::string problem = is_part() ? "" : enter_sandbox();
    if (problem.empty() && !how_.log_to) {
        problem = observe::standard_error.start();
        own.logs = problem.empty();
    }
    if (problem.empty()) problem = own.pool->start();
    if (problem.empty()) problem = own.workers->start();
    return problem;
} catch (const std::bad_alloc&) {
    return "cannot start: memory has run out";
}

// Logs the addresses: on standard error, for the parent process, and in the log file. If memory
// runs out here, the server does not start.
std::string serving::announce() try {
    started& own = *now_;
    own.supervisor->ready(own.ready.front(), static_cast<bool>(own.before));
    const auto log = [&] {
        for (const std::string& line : own.ready) log_.announce(line);
        if (style_.blames_sandbox)
            log_.announce("sandbox: on; --sandbox-read PATH and --sandbox-write PATH allow files");
    };
    log();
    if (own.supervisor->log_to(std::move(own.log_file))) log();
    own.before.done();
    return "";
} catch (const std::bad_alloc&) {
    now_->workers->abandon();
    return "cannot start: memory has run out";
}

// Once it serves, running out of memory costs at most a connection.
std::string serving::run() {
    assert(now_ && now_->workers && !is_given_up_);
    std::string problem = start_threads();
    if (problem.empty()) problem = announce();
    if (problem.empty()) {
        now_->workers->run();
        now_->supervisor->stopped(now_->workers->cut_off());
    }
    if (!problem.empty()) log_.error(problem);
    return end(std::move(problem));
}

// A thread cannot be stopped inside a function, so the data of a running function must stay valid.
std::string serving::end(std::string problem) {
    const std::size_t left = now_->pool->stop();
    if (left == 0) {
        forget();
    } else {
        const std::string count = std::to_string(left);
        log_.error("abandoned running calls of blocking methods: " + count);
        if (!is_part()) {
            observe::standard_error.finish();
            std::_Exit(1);
        }
        problem = "calls of blocking methods still run: " + count;
        is_given_up_ = true;
    }
    give_back();
    stop_.forget_requests();
    is_stopped_ = false;
    return problem;
}

// Restores the state before the run, including the signal handlers.
void serving::give_back() {
    addresses_.clear();
    admin_addresses_.clear();
    if (stop_) observe::standard_error.signals_are_ignored(may_ == scope::whole_process);
    stop_.give_back();
}

void serving::forget() {
    now_.reset();
    give_back();
    is_given_up_ = false;
}

void serving::stop() {
    if (!is_stopped_.exchange(true)) stop_.request(system::command::stop);
}

std::size_t serving::running() const {
    return is_given_up_ ? now_->pool->counts().running.get() : 0;
}

}  // namespace callbox::net
