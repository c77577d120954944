// Includes common system headers, imports all names of callbox, and uses both: no name of callbox
// may conflict with the C library. Compiled by tests/packages/run.sh.
#include <callbox/callbox.hpp>

#include <aio.h>
#include <argp.h>
#include <arpa/inet.h>
#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <getopt.h>
#include <glob.h>
#include <grp.h>
#include <ifaddrs.h>
#include <inttypes.h>
#include <langinfo.h>
#include <libgen.h>
#include <limits.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <mqueue.h>
#include <netdb.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <resolv.h>
#include <sched.h>
#include <search.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/param.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <syslog.h>
#include <termios.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <utime.h>
#include <wchar.h>
#include <wctype.h>

#include <functional>
#include <string>

using namespace callbox;

enum class tone { plain, loud };
constexpr auto describe(as<tone>) {
    return choices{choice{tone::plain, "plain"}, choice{tone::loud, "loud"}};
}
struct point {
    double x, y;
};
constexpr auto describe(as<point>) {
    return fields{field{"x", &point::x}.in(-1, 1), field{"y", &point::y} = 0.5};
}
struct state {
    int open = 0;
};

result<int> advance(state& own, const caller& from, int by, tone) {
    if (by < 0) return failure{1, "no"};
    return own.open += from.peer.empty() ? 0 : by;
}
json locate(point, json any) { return any; }

constexpr api some{
    method<"read", advance>("Reads.", arg("by", "how far") = 1, by_name_only,
                         arg("tone") = tone::plain, returns("so far"), fails(1, "no"),
                         example({2}, 2)),
};
constexpr api more{callbox::thread_safe,
                   method<"index", locate>("", "at", "any", blocking, deprecated)};
constexpr api methods = some + more;

int main(int argc, char** argv) {
    state own;
    options chosen;
    chosen.log_level = log_level::warn;
    chosen.log_format = log_format::json;
    chosen.sandbox = sandbox_mode::off;
    chosen.http_status = status_mode::rpc;
    chosen.info = api_info{.title = "names"};
    const limits bounds;
    answerer one(methods, own, bounds);
    (void)answer(methods, own, "{}");
    (void)failing_examples(methods, own);
    server beside(methods, own, chosen);
    bytes out;
    writer to(out);
    to.string(name_of(kind::null));
    document parsed;
    (void)memory::taken();
    // Names of the C library.
    (void)::index("text", 'x');
    error(0, 0, "%s, %s", strerror(ENOENT), version.data());
    const time_t now = time(nullptr);
    (void)::read(0, nullptr, 0);
    (void)select(0, nullptr, nullptr, nullptr, nullptr);
    const auto made = made_by([](int) { return state(); },
                              setting<int>("--open", "N", "how many").in(0, 9) = 1);
    if (argc < 0) return run(methods, made, argc, argv, chosen);
    if (argc < 0) return run(methods, own, argc, argv, chosen) + serve(methods, own, chosen);
    return now == 0;
}
