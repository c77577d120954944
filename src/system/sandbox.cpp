// Confines the process with Landlock and seccomp, and reports the result.
#include "sandbox.hpp"

#include "seccomp.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <utility>

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

confinement failed(std::string why) {
    return {.problem = "cannot enter the sandbox: " + std::move(why)};
}

}  // namespace

confinement confine(sandbox_mode mode, const grants& allowed, int channel) {
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

    std::string lacks = enter_filter({.read = !allowed.read.empty(),
                                      .write = !allowed.write.empty() || !allowed.log.empty(),
                                      .remove = !allowed.remove.empty(),
                                      .channel = channel});
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
