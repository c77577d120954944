// Confines the process with Landlock and seccomp, and reports the result.
#include "sandbox.hpp"

#include "base/fd.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cstring>
#include <fcntl.h>

namespace callbox::system {

namespace {

#if defined(__has_feature)
#define CALLBOX_HAS(feature) __has_feature(feature)
#else
#define CALLBOX_HAS(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || \
    CALLBOX_HAS(address_sanitizer) || CALLBOX_HAS(thread_sanitizer)
constexpr bool is_sanitized = true;
#else
constexpr bool is_sanitized = false;
#endif

// Definitions of linux/landlock.h, whose installed version may be older than the kernel.
struct ruleset {
    std::uint64_t files = 0;
    std::uint64_t tcp = 0;     // since version 4
    std::uint64_t scopes = 0;  // since version 6
};
struct [[gnu::packed]] beneath {
    std::uint64_t files;
    std::int32_t folder;
};
constexpr unsigned ask_version = 1;
constexpr int rule_beneath = 1;

namespace right {
constexpr std::uint64_t write_file = 1 << 1, read_file = 1 << 2, read_folder = 1 << 3,
                        remove_folder = 1 << 4, remove_file = 1 << 5, make_folder = 1 << 7,
                        make_file = 1 << 8, refer = 1 << 13, truncate = 1 << 14;
constexpr std::uint64_t of_files = write_file | read_file | truncate;  // those that apply to files
constexpr std::uint64_t read = read_file | read_folder;
constexpr std::uint64_t write = read | write_file | truncate | remove_folder | remove_file |
                                make_folder | make_file | refer;
constexpr std::uint64_t log = write_file | make_file;
}  // namespace right

// All rights that this version can restrict; rights that a ruleset does not handle stay allowed.
ruleset all_of(int version) {
    ruleset all;
    all.files = (1 << 13) - 1;
    if (version >= 2) all.files |= right::refer;
    if (version >= 3) all.files |= right::truncate;
    if (version >= 5) all.files |= 1 << 15;  // ioctl of devices
    if (version >= 4) all.tcp = 1 | 2;       // bind, connect
    if (version >= 6) all.scopes = 1 | 2;    // abstract unix sockets, signals
    return all;
}

bool permit(const fd& rules, const std::string& path, std::uint64_t files) {
    const fd place(::open(path.c_str(), O_PATH | O_CLOEXEC));
    struct stat status {};
    if (!place || ::fstat(place.get(), &status) == -1) return false;
    if (!S_ISDIR(status.st_mode)) files &= right::of_files;
    const beneath rule{files, place.get()};
    return ::syscall(SYS_landlock_add_rule, rules.get(), rule_beneath, &rule, 0) == 0;
}

confinement failed(std::string why) {
    return {.problem = "cannot enter the sandbox: " + std::move(why)};
}

}  // namespace

int landlock_version() {
    const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, ask_version);
    return version < 0 ? 0 : static_cast<int>(version);
}

std::string enter_landlock(const grants& allowed) {
    const ruleset all = all_of(landlock_version());
    const fd rules(static_cast<int>(::syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0)));
    if (!rules) return std::string("Landlock: ") + std::strerror(errno);
    const std::pair<const std::vector<std::string>&, std::uint64_t> needed[] = {
        {allowed.read, all.files & right::read},
        {allowed.write, all.files & right::write},
        {allowed.log, right::log}};
    for (const auto& [paths, files] : needed)
        for (const std::string& path : paths)
            if (!permit(rules, path, files))
                return "cannot allow " + path + ": " + std::strerror(errno);
    for (const std::string& path : allowed.remove) (void)permit(rules, path, right::remove_file);
    if (::syscall(SYS_landlock_restrict_self, rules.get(), 0) == 0) return "";
    return std::string("Landlock: ") + std::strerror(errno);
}

confinement confine(sandbox_mode mode, const grants& allowed) {
    const bool must = mode == sandbox_mode::on;
    if (mode == sandbox_mode::off || (is_sanitized && !must)) return {};
    if (is_sanitized) return failed("this program was built with a sanitizer");
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == -1)
        return failed("the kernel does not support no_new_privs");

    confinement made;
    if (landlock_version() == 0) made.missing = "the kernel does not support Landlock";
    if (must && !made.missing.empty()) return failed(std::move(made.missing));
    if (made.missing.empty())
        if (std::string problem = enter_landlock(allowed); !problem.empty())
            return failed(std::move(problem));

    std::string lacks = enter_filter(allowed);
    if (must && !lacks.empty()) return failed(std::move(lacks));
    // The first process of a container inherits orphans. It forks no more, so the kernel may reap
    // them.
    if (lacks.empty() && ::getpid() == 1) (void)::signal(SIGCHLD, SIG_IGN);
    if (!made.missing.empty() && !lacks.empty()) made.missing += "; ";
    made.missing += lacks;
    made.whole = made.missing.empty();
    return made;
}

}  // namespace callbox::system
