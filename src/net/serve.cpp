// A table of methods and options in, an exit status out: opens what is needed and runs the loop.
#include <callbox/serve.hpp>

#include "base/log.hpp"
#include "listen.hpp"
#include "loop.hpp"
#include "signals.hpp"
#include "site/mount.hpp"
#include "site/site.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace callbox {

namespace {

std::string open_all(const std::vector<std::string>& addresses, std::vector<net::listener>& into);
std::string allow_descriptors(std::size_t count);
std::vector<std::string> ready_lines(const std::vector<net::listener>& all, const options& how);

}  // namespace

// Signals are taken before it says that it is ready, so that whoever reads that may stop it.
int detail::serve(const table& methods, void* state, const options& how) {
    stderr_log journal;
    options checked = how;
    std::vector<net::listener> listeners;
    if (!site::is_mount(how.mount)) {
        journal.line("cannot mount at \"" + how.mount + "\": a mount is segments like /api");
        return 1;
    }
    if (checked.mount.ends_with('/')) checked.mount.pop_back();
    std::string problem = open_all(checked.listen, listeners);
    if (!problem.empty()) {
        journal.line(problem);
        return 1;
    }

    const auto is_local = [](const net::listener& l) { return net::is_loopback(l.where()); };
    const bool loopback_only = std::all_of(listeners.begin(), listeners.end(), is_local);
    const auto ready = ready_lines(listeners, checked);
    const std::string few =
        allow_descriptors(net::descriptors_max(checked.limits) + listeners.size());
    if (!few.empty()) journal.line(few);

    const net::stop_signals stop;
    site::site answers(methods, state, checked, loopback_only, journal);
    net::loop loop(answers, checked.limits, std::move(listeners), stop.get(), journal);
    problem = loop.open();
    if (!problem.empty()) {
        journal.line(problem);
        return 1;
    }
    for (const std::string& line : ready) journal.line(line);
    loop.run();
    return 0;
}

namespace {

std::string open_all(const std::vector<std::string>& addresses, std::vector<net::listener>& into) {
    if (addresses.empty()) return "there is no address to listen on";
    for (const std::string& address : addresses) {
        net::listener l;
        if (std::string problem = l.open(address); !problem.empty()) return problem;
        into.push_back(std::move(l));
    }
    return "";
}

// Raises the soft limit of open files as far as is needed and allowed. Standard input, output and
// error and some more of the program's own are open beside `count`.
std::string allow_descriptors(std::size_t count) {
    const rlim_t wanted = count + 16;
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) == -1 || files.rlim_cur >= wanted) return "";
    files.rlim_cur = std::min(files.rlim_max, wanted);
    if (::setrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur == wanted) return "";
    return "fewer files may be open (" + std::to_string(files.rlim_cur) +
           ") than connections_max needs (" + std::to_string(wanted) + ")";
}

std::vector<std::string> ready_lines(const std::vector<net::listener>& all, const options& how) {
    std::vector<std::string> lines;
    for (const net::listener& l : all) {
        const bool is_path = l.where().is == net::address::kind::path;
        const std::string text = net::text_of(l.where());
        const std::string base = (is_path ? text + ' ' : "http://" + text) + how.mount;
        lines.push_back("ready: " + base);
        if (how.enable_web_browsable_api && !is_path)
            lines.push_back("explorer: " + base + "/browse");
    }
    return lines;
}

}  // namespace

}  // namespace callbox
