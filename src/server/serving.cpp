// A server from its options to its end: implements callbox::serve() and callbox::server. Each step
// returns an empty string or one line of error.
#include <callbox/serve.hpp>
#include <callbox/server.hpp>

#include "loop.hpp"
#include "sockets.hpp"
#include "system/thread.hpp"

namespace callbox::net {

namespace {

// Validates the options and fills in those left open. Returns an empty string or one line of error.
[[nodiscard]] std::string complete(options& how, const table& methods) {
    if (!site::is_mount(how.mount))
        return "cannot mount at \"" + how.mount + "\": a mount is segments like /api";
    if (how.mount.ends_with('/')) how.mount.pop_back();
    if (how.workers > workers_max)
        return "cannot run " + std::to_string(how.workers) + " workers: there are at most " +
               std::to_string(workers_max);
    const auto unsafe = std::ranges::find(methods.rows, false, &row::thread_safe);
    if (how.workers != 1 && unsafe != methods.rows.end())
        return "cannot run more than one worker: the table of " + std::string(unsafe->name) +
               " is not marked thread_safe";
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

}  // namespace

// What a server may change in its process.
enum class scope : std::uint8_t {
    part,           // nothing: the process belongs to the program (callbox::server)
    process,        // everything described in serve.hpp
    whole_process,  // the same; signal handlers stay until the process exits
};

class serving {
public:
    // Requires: the data that `methods` and `state` point to outlives it.
    serving(const table& methods, void* state, const options& how, scope may)
        : methods_(methods), state_(state), how_(how), may_(may), sink_(how_.log_to),
          style_(how_, how_.log_to ? &sink_ : nullptr), log_(style_, how_.limits.log_rate_max) {}

    // Opens all resources; on error nothing stays open. Handles signals before it listens: an early
    // signal stops it like a later one.
    std::string start() try {
        if (running() > 0)
            return "cannot start: calls of blocking methods still run: " +
                   std::to_string(running());
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
        now_.emplace(how_);
        std::string problem = open();
        if (!problem.empty()) forget();
        return problem;
    } catch (const std::bad_alloc&) {
        forget();
        return "cannot start: memory has run out";
    }

    // Serves until a stop request. An error is already logged. Exits the process if calls still
    // run, except for scope::part. Once it serves, running out of memory costs at most a
    // connection. Requires: start() succeeded.
    std::string run() {
        assert(now_ && !now_->workers.empty() && !is_given_up_);
        std::string problem = start_threads();
        if (problem.empty()) {
            now_->workers.front()->loop.run();
            join();
            std::size_t cut_off = 0;
            for (const auto& w : now_->workers) cut_off += w->loop.cut_off();
            now_->supervisor->stopped(cut_off);
        } else {
            // The first stop request would drain the workers; the second ends them immediately.
            stop_.request(system::command::stop);
            stop_.request(system::command::stop);
            join();
            log_.error(problem);
        }
        return end(std::move(problem));
    }

    // Safe in any thread and in signal handlers.
    void stop() {
        if (!is_stopped_.exchange(true)) stop_.request(system::command::stop);
    }
    void reload() const { stop_.request(system::command::reload); }

    // The number of calls of blocking methods that run() abandoned and that still run.
    std::size_t running() const { return is_given_up_ ? now_->pool->counts().running.get() : 0; }
    const std::vector<std::string>& addresses() const { return addresses_; }
    const std::vector<std::string>& admin_addresses() const { return admin_addresses_; }
    observe::logger& log() { return log_; }

private:
    // Workers share no cache lines: none waits for the writes of another.
    static constexpr std::size_t cache_line = 64;

    // A loop on its own thread; the first is on that of run(). Each has its own logger: the limit
    // of lines is per worker.
    struct alignas(cache_line) worker {
        worker(serving& all, listeners sockets)
            : admin_is_local(is_local(sockets, true)),
              log(all.style_, all.now_->how.limits.log_rate_max),
              deferred(*all.now_->pool),
              site(all.methods_, all.state_, all.now_->how, is_local(sockets, false), log,
                   &deferred, &*all.now_->metrics),
              loop(site, all.now_->how.limits, std::move(sockets), all.stop_,
                   all.now_->connection_total, log, deferred, all.now_->credentials) {
            site.open_admin(all.now_->how, admin_is_local);
            site.admit(all.now_->credentials.tokens_after(0, log));
            site.add_to(*all.now_->metrics);
            loop.add_to(*all.now_->metrics);
            deferred.add_to(*all.now_->metrics);
        }

        bool admin_is_local;
        observe::logger log;
        deferred_calls deferred;
        callbox::site::site site;
        net::loop loop;
        pthread_t thread = {};
    };

    // The resources of a server, from start() to its end.
    struct started {
        explicit started(const options& wanted) : how(wanted) {}
        // Waits for running calls.
        ~started() {
            if (pool) (void)pool->stop();
            if (pool) pool->wait();
            workers.clear();
            pool.reset();
            if (logs) observe::standard_error.leave();
        }

        options how;  // complete
        std::optional<memory::part> budget;
        net::credentials credentials;
        handover before;
        std::vector<listeners> sockets;  // of each worker
        std::vector<std::string> ready;
        system::grants files;
        system::log_file log_file;
        std::optional<thread_pool> pool;
        std::optional<site::metrics> metrics;
        std::vector<std::unique_ptr<worker>> workers;
        std::size_t running = 1;  // workers, the first without a thread of its own
        std::optional<net::supervisor> supervisor;
        bool logs = false;  // standard error is used
        alignas(cache_line) std::atomic<std::size_t> connection_total = 0;  // of all loops
    };

    bool is_part() const { return may_ == scope::part; }

    std::string open() {
        started& own = *now_;
        if (std::string problem = open_sockets(); !problem.empty()) return problem;
        for (const std::string& doubt : own.credentials.doubts()) log_.warn(doubt);
        own.ready = ready_lines(own.sockets[0], own.how);
        for (const listener& l : own.sockets[0])
            (l.serves() == listener_role::admin ? admin_addresses_ : addresses_)
                .push_back(text_of(l.where()));
        const std::size_t each = own_descriptors_max + own.sockets[0].size();
        const std::string few = system::allow_descriptors(
            own.how.limits.connections_max + own.how.workers * each, !is_part());
        if (!few.empty()) log_.warn(few);
        std::string problem = open_supervisor();
        return problem.empty() ? open_workers() : problem;
    }

    // Reads the credentials, and opens sockets for each worker or takes them over from the
    // predecessor.
    std::string open_sockets() {
        started& own = *now_;
        std::string problem = system::check_stack(own.how.limits.json_depth_max);
        if (problem.empty()) problem = complete(own.how, methods_);
        if (problem.empty() && own.how.mcp) problem = mcp::error_in_tools(methods_);
        if (problem.empty()) problem = own.credentials.open(own.how, &methods_);
        if (problem.empty() && !is_part()) problem = own.before.take();
        if (!problem.empty()) return problem;
        problem = own.before ? own.before.spread(own.how.workers, own.sockets)
                             : open_all(own.how, own.sockets);
        return problem.empty() ? own.log_file.open(own.how) : problem;
    }

    // Switches to the serving user. Forks the upgrade helper as that user, while the process is
    // still small.
    std::string open_supervisor() {
        started& own = *now_;
        system::notifier systemd;
        system::upgrade_helper helper;
        if (!is_part()) {
            own.files = files_of(own.how, own.sockets[0]);
            const std::string unreachable = systemd.open();
            if (!unreachable.empty()) log_.warn(unreachable);
            const auto later = system::parse_user(own.how.user);
            std::string problem = later ? system::become(*later) : "";
            if (problem.empty() && own.how.upgrade)
                problem = helper.open(own.how.program, own.how.limits.upgrade_timeout_ms,
                                      sockets_of(own.sockets));
            if (!problem.empty()) return problem;
        }
        own.supervisor.emplace(std::move(systemd), std::move(helper), stop_, log_);
        return "";
    }

    // Opens all descriptors that the loops wait with; none is opened later.
    std::string open_workers() {
        started& own = *now_;
        own.budget.emplace(own.how.limits.memory_max);
        own.pool.emplace(methods_, state_, own.how.limits, style_);
        own.metrics.emplace(own.pool->counts().waiting, *style_.sink);
        own.pool->add_to(*own.metrics);
        style_.keeps_running =
            !own.how.token_file.empty() && (own.pool->size() > 0 || own.how.workers > 1);
        for (listeners& each : own.sockets) {
            own.workers.push_back(std::make_unique<worker>(*this, std::move(each)));
            own.supervisor->watch(own.workers.back()->loop.beats());
        }
        own.workers.front()->loop.set_supervisor(*own.supervisor);
        std::string problem;
        for (const auto& w : own.workers)
            if (problem.empty()) problem = w->loop.open();
        return problem;
    }

    // Starts the threads of calls, of the log, and of all workers but the first. If memory runs out
    // here, the server does not start.
    std::string start_threads() try {
        constexpr auto run = [](void* one) -> void* {
            static_cast<worker*>(one)->loop.run();
            return nullptr;
        };
        started& own = *now_;
        std::string problem = is_part() ? "" : enter_sandbox();
        if (problem.empty() && !how_.log_to) {
            problem = observe::standard_error.start();
            own.logs = problem.empty();
        }
        if (problem.empty()) problem = own.pool->start();
        for (; problem.empty() && own.running < own.workers.size(); ++own.running) {
            worker& next = *own.workers[own.running];
            const int error = system::start_thread(next.thread, run, &next);
            if (error == 0) continue;
            return "cannot start worker " + std::to_string(own.running + 1) + " of " +
                   std::to_string(own.workers.size()) + ": " + std::strerror(error);
        }
        if (problem.empty()) announce();
        return problem;
    } catch (const std::bad_alloc&) {
        return "cannot start: memory has run out";
    }

    // Requires: no input of clients has been read.
    std::string enter_sandbox() {
        now_->files.channel = now_->supervisor->get();
        const system::confinement made = system::confine(now_->how.sandbox, now_->files);
        style_.blames_sandbox = made.whole || !made.missing.empty();
        if (!made.missing.empty()) log_.warn("the sandbox is not whole: " + made.missing);
        return made.problem;
    }

    // Logs the addresses: on standard error, for the parent process, and in the log file.
    void announce() {
        constexpr std::string_view confined =
            "sandbox: on; --sandbox-read PATH and --sandbox-write PATH allow files";
        started& own = *now_;
        own.supervisor->ready(own.ready.front(), static_cast<bool>(own.before));
        const auto log = [&] {
            for (const std::string& line : own.ready) log_.announce(line);
            if (style_.blames_sandbox) log_.announce(confined);
        };
        log();
        if (own.supervisor->log_to(std::move(own.log_file))) log();
        own.before.done();
    }

    void join() {
        for (std::size_t& left = now_->running; left > 1; --left)
            (void)::pthread_join(now_->workers[left - 1]->thread, nullptr);
    }

    // A thread cannot be stopped inside a function, so the data of a running function must stay
    // valid.
    std::string end(std::string problem) {
        const std::size_t left = now_->pool->stop();
        is_given_up_ = left != 0;
        if (is_given_up_) {
            const std::string count = std::to_string(left);
            log_.error("abandoned running calls of blocking methods: " + count);
            if (!is_part()) {
                observe::standard_error.finish();
                std::_Exit(1);
            }
            problem = "calls of blocking methods still run: " + count;
        }
        if (!is_given_up_) now_.reset();
        give_back();
        stop_.forget_requests();
        is_stopped_ = false;
        return problem;
    }

    // Restores the state before the run, including the signal handlers.
    void give_back() {
        addresses_.clear();
        admin_addresses_.clear();
        if (stop_) observe::standard_error.signals_are_ignored(may_ == scope::whole_process);
        stop_.give_back();
    }
    void forget() {
        now_.reset();
        give_back();
        is_given_up_ = false;
    }

    table methods_;
    void* state_;
    const options how_;
    const scope may_;
    system::stop_signals stop_;
    observe::function_sink sink_;
    observe::log_style style_;
    observe::logger log_;
    std::atomic<bool> is_stopped_ = false;
    std::vector<std::string> addresses_;
    std::vector<std::string> admin_addresses_;
    bool is_given_up_ = false;  // calls still run after run()
    std::optional<started> now_;
};

}  // namespace callbox::net

namespace callbox {

int detail::serve(const bound_table& methods, const options& how, bool until_exit) try {
    const net::scope may = until_exit ? net::scope::whole_process : net::scope::process;
    net::serving one(methods, methods.state, how, may);
    if (const std::string problem = one.start(); !problem.empty())
        return one.log().error(problem), 1;
    return one.run().empty() ? 0 : 1;
} catch (const std::bad_alloc&) {
    observe::logger().error("cannot start: memory has run out");
    return 1;
}

int serve(const bound_table& methods, const options& options) {
    return detail::serve(methods, options, false);
}

struct server::parts : net::serving {
    using serving::serving;
};

server::server(const bound_table& methods, const options& options)
    : parts_(std::make_unique<parts>(methods, methods.state, options, net::scope::part)) {}
server::~server() = default;
std::string server::start() { return parts_->start(); }
std::vector<std::string> server::addresses() const { return parts_->addresses(); }
std::vector<std::string> server::admin_addresses() const { return parts_->admin_addresses(); }
std::string server::run() { return parts_->run(); }
std::size_t server::running() const { return parts_->running(); }
void server::stop() noexcept { parts_->stop(); }
void server::reload() noexcept { parts_->reload(); }

}  // namespace callbox
