// callbox::server leaves the program that it is a part of as it was, and logs where that wants it.
#include "hosted.hpp"
#include "server/stdio.hpp"
#include "support/folder.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>

namespace server_host_test { namespace {

using callbox::blocking, callbox::limits, callbox::log_level, callbox::method, callbox::options,
    callbox::server;
using namespace hosted;

std::string name() { return "first"; }
int tell(const callbox::caller& who) {
    callbox::log(who, "told");
    return 1;
}
int fail() { throw std::runtime_error("on purpose"); }

constexpr callbox::api quick{method<"name", name>("")};
constexpr callbox::api all{callbox::thread_safe, method<"name", name>(""), method<"fail", fail>(""),
                           method<"fail.slowly", fail>("", blocking)};
constexpr callbox::api telling{callbox::thread_safe, method<"tell", tell>(""),
                               method<"tell.slowly", tell>("", blocking)};

// Lines that a server's log had, with the thread that gave each.
struct lines {
    callbox::options with(callbox::options how) {
        how.log_to = [this](log_level level, std::string_view line) {
            const std::lock_guard guard(mutex);
            if (is_inside.exchange(true)) overlap = true;
            said.emplace_back(level, line);
            threads.insert(std::this_thread::get_id());
            is_inside = false;
        };
        return how;
    }
    std::string of(log_level level) {
        const std::lock_guard guard(mutex);
        std::string text;
        for (const auto& [at, line] : said)
            if (at == level) text += line + '\n';
        return text;
    }
    bool has(log_level level, std::string_view text) {
        return of(level).find(text) != std::string::npos;
    }
    bool will_have(const std::string& text, log_level level = log_level::warn) {
        return until([&] { return has(level, text); });
    }

    std::mutex mutex;
    std::vector<std::pair<log_level, std::string>> said;
    std::set<std::thread::id> threads;
    std::atomic<bool> is_inside = false;
    bool overlap = false;
};

// What belongs to the process, as text: what a server could have changed.
std::string process_now() {
    std::string text;
    for (int i = 1; i < SIGRTMIN; ++i) {
        struct sigaction how {};
        if (::sigaction(i, nullptr, &how) == -1) continue;
        text += std::to_string(reinterpret_cast<std::uintptr_t>(how.sa_sigaction)) + '/' +
                std::to_string(how.sa_flags) + ' ';
    }
    sigset_t mask;
    (void)::pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    for (int i = 1; i < SIGRTMAX; ++i) text += ::sigismember(&mask, i) == 1 ? '1' : '0';
    const mode_t before = ::umask(0);
    (void)::umask(before);
    rlimit files{};
    (void)::getrlimit(RLIMIT_NOFILE, &files);
    text += " umask " + std::to_string(before) + " files " + std::to_string(files.rlim_cur);
    text += " terminate " +
            std::to_string(reinterpret_cast<std::uintptr_t>(std::get_terminate()));
    for (const auto& each : std::filesystem::directory_iterator("/proc/self/fd")) {
        std::error_code gone;
        const auto to = std::filesystem::read_symlink(each, gone);
        if (!gone && to.string().find("/proc/") == std::string::npos)
            text += '\n' + each.path().filename().string() + ' ' + to.string();
    }
    return text;
}

server* stopped_by_signal = nullptr;
void stop_it(int) { stopped_by_signal->stop(); }
void (*disposition(int number))(int) {
    struct sigaction how {};
    (void)::sigaction(number, nullptr, &how);
    return how.sa_handler;
}

// Standard error is that, until it ends.
struct in_place {
    explicit in_place(int file) : before(::dup(STDERR_FILENO)) {
        (void)::dup2(file, STDERR_FILENO);
    }
    in_place(const in_place&) = delete;
    in_place& operator=(const in_place&) = delete;
    ~in_place() {
        (void)::dup2(before, STDERR_FILENO);
        (void)::close(before);
    }
    int before;
};

TestSuite(server_server_host, .timeout = 60);

Test(server_server_host, the_process_is_as_before_while_it_serves_and_afterwards) {
    const support::folder place;
    (void)::umask(027);
    (void)::signal(SIGPIPE, SIG_DFL);
    (void)::signal(SIGUSR1, SIG_IGN);
    sigset_t blocked;
    (void)::sigemptyset(&blocked);
    (void)::sigaddset(&blocked, SIGTERM);
    (void)::sigaddset(&blocked, SIGHUP);
    (void)::pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
    ::setenv("NOTIFY_SOCKET", "/nowhere", 1);
    const std::string before = process_now();
    const std::string first_line = before.substr(0, before.find('\n'));
    for (int i = 0; i < 2; ++i) {
        options how = at();
        how.listen.push_back(place.address());
        how.workers = 2;
        how.limits.connections_max = 100'000;
        server one(all, how), wrong(all, at("unix:/nowhere/s"));
        {
            const running now(one);
            cr_expect(ask(now.where[0], "name") == result(R"("first")"));
            cr_expect(ask(now.where[1], "fail").find("-32603") != std::string::npos);
            cr_expect(!wrong.start().empty());
            const std::string meanwhile = process_now();
            cr_expect(meanwhile.substr(0, meanwhile.find('\n')) == first_line, "%s\n%s",
                      meanwhile.c_str(), first_line.c_str());
        }
    }
    const std::string after = process_now();
    cr_expect(after == before, "%s\n\nbefore:\n%s", after.c_str(), before.c_str());
}

Test(server_server_host, a_reader_of_its_log_that_goes_ends_nobody) {
    (void)::signal(SIGPIPE, SIG_DFL);
    int ends[2];
    cr_assert(::pipe(ends) == 0);
    (void)::close(ends[0]);
    const in_place broken(ends[1]);
    sigset_t waiting;
    {
        // A warning before the log has its thread.
        server one(quick, with(&limits::connections_max, 100'000, at()));
        (void)one.start();
        const rlimit few{.rlim_cur = 100, .rlim_max = 100};
        (void)::setrlimit(RLIMIT_NOFILE, &few);
        server two(all, at());
        const running now(two);
        cr_expect(ask(now.where[0], "fail").find("-32603") != std::string::npos);
    }
    (void)::sigpending(&waiting);
    cr_expect(::sigismember(&waiting, SIGPIPE) == 0);
}

Test(server_server_host, a_full_log_file_ends_nobody) {
    (void)::signal(SIGXFSZ, SIG_DFL);
    const support::folder place;
    const int file = ::open((place / "log").c_str(), O_CREAT | O_WRONLY | O_APPEND, 0600);
    const in_place log(file);
    const rlimit none{.rlim_cur = 0, .rlim_max = RLIM_INFINITY};
    (void)::setrlimit(RLIMIT_FSIZE, &none);
    {
        server one(all, at());
        const running now(one);
        cr_expect(ask(now.where[0], "fail").find("-32603") != std::string::npos);
        cr_expect(ask(now.where[0], "name") == result(R"("first")"));
    }
    const rlimit any{.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY};
    (void)::setrlimit(RLIMIT_FSIZE, &any);  // the process writes its coverage
}

Test(server_server_host, a_signal_handler_may_stop_it) {
    server one(quick, at());
    stopped_by_signal = &one;
    (void)::signal(SIGUSR1, stop_it);
    {
        running now(one);
        cr_expect(ask(now.where[0], "name") == result(R"("first")"));
        (void)::kill(::getpid(), SIGUSR1);
        (void)::kill(::getpid(), SIGUSR1);
        now.end();
        cr_expect(now.said.empty());
    }
    cr_assert(one.start().empty());
    (void)::raise(SIGUSR1);  // before run()
    cr_expect(one.run().empty());
    cr_expect(disposition(SIGUSR1) == stop_it);
}

Test(server_server_host, tools_that_models_refuse_are_not_served) {
    static constexpr callbox::api methods{callbox::method<"stock.all", [] {}>(""),
                                          callbox::method<"stock_all", [] {}>("")};
    const std::string_view clash = "methods stock.all and stock_all are both the tool stock_all";
    lines told;
    options how = told.with(at());
    cr_expect(server(methods, how).start().empty());
    how.mcp = true;
    cr_expect(server(methods, how).start().find(clash) != std::string::npos);
    cr_expect(callbox::net::serve_stdio(callbox::table(methods), nullptr, how) == 1);
    cr_expect(told.has(log_level::error, clash));
}

Test(server_server_host, with_signals_it_handles_them_from_start_until_run_returns) {
    lines told;
    const options how = with(&options::signals, true, told.with(at()));
    (void)::signal(SIGTERM, SIG_IGN);
    const auto pipe_before = disposition(SIGPIPE);
    server one(quick, how), other(quick, how), plain(quick, at());
    {
        running now(one);
        const std::string why = other.start();
        cr_expect(why == "cannot start: another server handles the signals of this process", "%s",
                  why.c_str());
        cr_expect(callbox::net::serve_stdio(callbox::table(quick), nullptr, how) == 1);
        cr_expect(told.has(log_level::error, "cannot serve: another server handles the signals"));
        const running beside(plain);
        cr_expect(told.will_have("ready: ", log_level::info));
        cr_expect(disposition(SIGPIPE) == SIG_IGN);
        (void)::kill(::getpid(), SIGHUP);
        cr_expect(told.will_have("SIGHUP: there is no token file to read again"));
        (void)::kill(::getpid(), SIGTERM);
        now.end();
        cr_expect(now.said.empty());
        cr_expect(ask(beside.where[0], "name") == result(R"("first")"));
    }
    cr_expect(disposition(SIGTERM) == SIG_IGN && disposition(SIGPIPE) == pipe_before);
    cr_expect(other.start().empty());
    other.stop();
    cr_expect(other.run().empty());
    cr_expect(disposition(SIGTERM) == SIG_IGN && disposition(SIGHUP) == SIG_DFL);
}

Test(server_server_host, a_server_that_fails_or_never_runs_gives_the_signals_back) {
    const auto before = disposition(SIGTERM);
    {
        server wrong(quick, with(&options::signals, true, at("unix:/nowhere/s")));
        cr_expect(!wrong.start().empty());
        cr_expect(disposition(SIGTERM) == before);
        server idle(quick, with(&options::signals, true, at()));
        cr_assert(idle.start().empty());
        cr_expect(disposition(SIGTERM) != before);
    }
    cr_expect(disposition(SIGTERM) == before);
}

Test(server_server_host, its_log_goes_to_the_function_from_every_thread_one_line_at_a_time) {
    lines told;
    options how = told.with(at());
    how.workers = 3;
    how.limits.blocking_threads = 3;
    how.log_level = log_level::info;
    how.limits.log_rate_max = 1'000'000;
    const support::folder place;
    const int file = ::open((place / "log").c_str(), O_CREAT | O_RDWR | O_APPEND, 0600);
    std::optional<in_place> nothing(std::in_place, file);
    {
        server one(all, how);
        const running now(one);
        std::vector<std::thread> clients;
        for (int i = 0; i < 6; ++i)
            clients.emplace_back([&] {
                for (int k = 0; k < 30; ++k) {
                    (void)ask(now.where[0], "name");
                    (void)ask(now.where[0], "fail");
                    (void)ask(now.where[0], "fail.slowly");
                }
            });
        for (std::thread& each : clients) each.join();
    }
    nothing.reset();
    cr_expect(std::filesystem::file_size(place / "log") == 0);
    cr_expect(told.threads.size() >= 4 && !told.overlap, "%zu", told.threads.size());
    cr_expect(told.has(log_level::info, "callbox: ready: http://127.0.0.1:"));
    cr_expect(told.has(log_level::info, "draining: done after "));
    const std::string errors = told.of(log_level::error), calls = told.of(log_level::info);
    cr_expect(std::count(errors.begin(), errors.end(), '\n') == 360);
    std::size_t count = 0;
    for (std::size_t at = 0; (at = calls.find("method=name ", at)) != calls.npos; ++at) ++count;
    cr_expect(count == 180, "%zu", count);
    for (const auto& [level, line] : told.said)
        cr_expect(line.find('\n') == line.npos && line.starts_with("callbox: "));
}

Test(server_server_host, a_line_of_json_has_its_time_and_level) {
    lines told;
    server one(all, with(&options::log_format, callbox::log_format::json, told.with(at())));
    { const running now(one); }
    cr_assert(!told.said.empty());
    for (const auto& [level, line] : told.said) {
        cr_expect(callbox::json::parse(line) && line.find(R"("level":"info")") != line.npos,
                  "%s", line.c_str());
    }
}

Test(server_server_host, a_function_that_throws_loses_its_line_alone) {
    std::atomic<int> calls = 0;
    std::atomic<bool> is_told = false;
    options how = at();
    how.log_to = [&](log_level, std::string_view line) {
        if (line.find("on purpose") != line.npos) throw ++calls;
        if (line.find("lines dropped") != line.npos) is_told = true;
    };
    server one(all, how);
    const running now(one);
    for (int i = 0; i < 5; ++i)
        cr_expect(ask(now.where[0], "fail").find("-32603") != std::string::npos);
    cr_expect(calls == 5);
    const std::string counted = got(now.where[0] + "/metrics");
    cr_expect(counted.find("\ncallbox_log_lines_dropped_total 5\n") != std::string::npos, "%s",
              counted.c_str());
    cr_expect(until([&] {
        (void)ask(now.where[0], "fail");
        return is_told.load();
    }));
}

Test(server_server_host, dropped_lines_are_reported_though_nothing_else_happens) {
    std::atomic<bool> is_reported = false;
    options how = at();
    how.limits.log_rate_max = 1;
    how.log_to = [&](log_level, std::string_view line) {
        if (line.find("lines dropped") != line.npos) is_reported = true;
    };
    server one(all, how);
    const running now(one);
    for (int i = 0; i < 5; ++i) (void)ask(now.where[0], "fail");
    cr_expect(until([&] { return is_reported.load(); }));
}

Test(server_server_host, reload_reads_the_token_file_again) {
    const support::folder place;
    const std::string file = place / "tokens", old = "0123456789abcdef", fresh = "fedcba9876543210";
    const auto write = [&](const std::string& text) { (void)place.put("tokens", text); };
    write("a " + old + " *\n");
    lines told;
    server one(quick, with(&options::token_file, file, told.with(at())));
    for (int i = 0; i < 2; ++i) {
        const running now(one);
        const auto is_taken = [&](const std::string& token) {
            return ask(now.where[0], "name", "[]", token) == result(R"("first")");
        };
        cr_expect(is_taken(old) && !is_taken(fresh));
        write("b " + fresh + " *\n");
        cr_expect(!is_taken(fresh));
        one.reload();
        cr_expect(until([&] { return is_taken(fresh); }));
        cr_expect(!is_taken(old));
        write("wrong");
        one.reload();
        cr_expect(told.will_have("SIGHUP: the previous tokens stay in use: "));
        cr_expect(is_taken(fresh));
        write("a " + old + " *\n");
    }
}

Test(server_server_host, what_functions_log_is_in_its_log) {
    lines log;
    server one(telling, with(&options::log_level, log_level::info, log.with(at())));
    const running now(one);
    for (const char* each : {"tell", "tell.slowly"}) {
        cr_expect(ask(now.where[0], each) == result("1"));
        const std::string line = std::string("log message=told method=") + each;
        cr_expect(log.will_have(line + " id=1 peer=127.0.0.1:", log_level::info), "%s",
                  log.of(log_level::info).c_str());
    }
}

}}  // namespace server_host_test
