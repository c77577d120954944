#include "thread.hpp"

#include "base/ascii.hpp"
#include "base/fd.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>

namespace callbox::system {

namespace {

// On machines with more than 1024 cores the set is too small; then all online cores count.
std::size_t cpus_of_affinity() {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    const bool known = ::sched_getaffinity(0, sizeof allowed, &allowed) == 0;
    const long count = known ? CPU_COUNT(&allowed) : ::sysconf(_SC_NPROCESSORS_ONLN);
    return static_cast<std::size_t>(std::max(count, 1L));
}

std::string text_of(const std::string& file) {
    constexpr std::size_t bytes_max = 4096;
    const fd from(retried([&] { return ::open(file.c_str(), O_RDONLY | O_CLOEXEC); }));
    std::string text;
    if (from) (void)read_all(from.get(), bytes_max, text);
    return text;
}

// "/system.slice/x.service" from the line "0::/system.slice/x.service"; empty for the root cgroup.
std::string own_cgroup() {
    const std::string text = '\n' + text_of("/proc/self/cgroup");
    const std::size_t at = text.find("\n0::/");
    if (at == std::string::npos) return "";
    std::string path = text.substr(at + 4, text.find('\n', at + 1) - at - 4);
    if (path == "/") path.clear();
    return path;
}

}  // namespace

int start_thread(pthread_t& out, void* (*begin)(void*), void* with) {
    pthread_attr_t attributes;
    if (const int error = ::pthread_attr_init(&attributes); error != 0) return error;
    std::size_t size = 0;
    (void)::pthread_attr_getstacksize(&attributes, &size);
    if (size < stack_bytes_min) (void)::pthread_attr_setstacksize(&attributes, stack_bytes_min);
    const int error = ::pthread_create(&out, &attributes, begin, with);
    (void)::pthread_attr_destroy(&attributes);
    return error;
}

// The C library could report the stacks of other threads too, with 100 KiB of code that reads a
// file.
std::string check_stack(std::size_t json_depth) {
    const std::size_t needed = json_depth * stack_bytes_a_level + stack_bytes_beside;
    rlimit most{};
    if (::syscall(SYS_gettid) != ::getpid() || ::getrlimit(RLIMIT_STACK, &most) == -1 ||
        most.rlim_cur >= needed)
        return "";
    return "cannot start: json_depth_max " + std::to_string(json_depth) + " requires " +
           std::to_string(needed) + " bytes of stack; the limit is " +
           std::to_string(most.rlim_cur);
}

std::string allow_descriptors(std::size_t count, bool may) {
    const rlim_t wanted = count + 16;
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) == -1 || files.rlim_cur >= wanted) return "";
    if (may) files.rlim_cur = std::min(files.rlim_max, wanted);
    if (may && ::setrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur == wanted) return "";
    return "fewer files may be open (" + std::to_string(files.rlim_cur) +
           ") than connections_max needs (" + std::to_string(wanted) + ")";
}

std::size_t cpus() {
    const std::size_t allowed = cpus_of_affinity();
    const std::size_t quota = cpus_of_cgroup("/sys/fs/cgroup", own_cgroup());
    return quota == 0 ? allowed : std::min(allowed, quota);
}

// A quota also limits all descendants, so the ancestors are checked too.
std::size_t cpus_of_cgroup(const std::string& root, std::string path) {
    std::size_t least = 0;
    for (;;) {
        const auto quota = cpus_of_quota(text_of(root + path + "/cpu.max"));
        if (quota != 0 && (least == 0 || quota < least)) least = quota;
        if (path.empty()) return least;
        path.erase(path.rfind('/'));
    }
}

// "$MAX $PERIOD", microseconds or "max"       Linux, Documentation/admin-guide/cgroup-v2.rst
std::size_t cpus_of_quota(std::string_view cpu_max) {
    const auto quota = read_number<std::uint64_t>(ascii::take_until(cpu_max, ' '));
    const auto period = read_number<std::uint64_t>(ascii::take_until(cpu_max, '\n'));
    if (!quota || period.value_or(0) == 0) return 0;
    return static_cast<std::size_t>(*quota / *period + (*quota % *period != 0));
}

}  // namespace callbox::system
