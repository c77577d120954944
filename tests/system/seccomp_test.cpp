// The filter, run by an interpreter of classic BPF and installed in child processes.
#include "system/sandbox.hpp"

#include "support/child.hpp"

#include <criterion/criterion.h>

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <initializer_list>
#include <string>
#include <vector>

namespace seccomp_test { namespace {

using namespace callbox::system;
using net_test::holds_in_child, net_test::status_apart_of, net_test::status_of;

#if defined(__x86_64__)
constexpr std::uint32_t own = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t own = AUDIT_ARCH_AARCH64;
#elif defined(__riscv)
constexpr std::uint32_t own = AUDIT_ARCH_RISCV64;
#elif defined(__i386__)
constexpr std::uint32_t own = AUDIT_ARCH_I386;
#else
constexpr std::uint32_t own = AUDIT_ARCH_ARM;
#endif

constexpr std::uint32_t yes = SECCOMP_RET_ALLOW;
constexpr std::uint32_t no = SECCOMP_RET_ERRNO | EPERM;
constexpr std::uint32_t dead = SECCOMP_RET_KILL_PROCESS;
constexpr std::uint32_t process = 4321;
const std::vector<std::string> paths{"/"};
const grants serving{};
const grants all_files{.read = paths, .write = paths, .remove = paths};

struct verdict {
    std::uint32_t action;
    std::size_t steps;
};

// Interprets the used subset of classic BPF. Fails the test on code that the kernel would refuse.
verdict read_by(const std::vector<sock_filter>& filter, const seccomp_data& call) {
    std::uint32_t loaded = 0;
    std::size_t steps = 0;
    for (std::size_t at = 0; at < filter.size(); ++at) {
        const sock_filter& one = filter[at];
        ++steps;
        switch (one.code) {
        case BPF_LD | BPF_W | BPF_ABS:
            cr_assert(one.k % 4 == 0 && one.k + 4 <= sizeof call);
            std::memcpy(&loaded, reinterpret_cast<const char*>(&call) + one.k, 4);
            break;
        case BPF_JMP | BPF_JEQ | BPF_K: at += loaded == one.k ? one.jt : one.jf; break;
        case BPF_JMP | BPF_JGE | BPF_K: at += loaded >= one.k ? one.jt : one.jf; break;
        case BPF_JMP | BPF_JSET | BPF_K: at += (loaded & one.k) != 0 ? one.jt : one.jf; break;
        case BPF_RET | BPF_K: return {one.k, steps};
        default: cr_assert(false, "unknown instruction");
        }
    }
    cr_assert(false, "the filter has no end");
    return {};
}

verdict verdict_of(const grants& files, long call,
                   std::initializer_list<std::uint64_t> with = {}, std::uint32_t processor = own) {
    seccomp_data data{};
    data.nr = static_cast<int>(call);
    data.arch = processor;
    std::size_t at = 0;
    for (const std::uint64_t each : with) data.args[at++] = each;
    return read_by(filter_of(files, process), data);
}
void expect(std::uint32_t wanted, long call, std::initializer_list<std::uint64_t> with = {},
            const grants& files = serving) {
    const std::uint32_t got = verdict_of(files, call, with).action;
    cr_expect(got == wanted, "call %ld: %x in place of %x", call, got, wanted);
}

// The errno of a call under the filter, 0 on success, 99 if the filter was not installed.
template <class Call> int error_of(Call call, const grants& files = serving) {
    const int status = status_of([&] {
        if (!enter_filter(files).empty()) return 99;
        return call() == -1 ? errno : 0;
    });
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000;
}

Test(system_seccomp, calls_by_the_numbers_of_another_processor_kill) {
    const std::uint32_t others[] = {AUDIT_ARCH_I386, AUDIT_ARCH_ARM, AUDIT_ARCH_AARCH64,
                                    AUDIT_ARCH_X86_64, AUDIT_ARCH_PPC64LE, 0};
    for (const std::uint32_t other : others) {
        if (other == own) continue;
        for (int call = 0; call < 500; ++call)
            cr_expect(verdict_of(all_files, call, {}, other).action == dead, "call %d of %x", call,
                      other);
    }
}

#ifdef __x86_64__
Test(system_seccomp, descriptors_are_sent_over_the_channel_alone) {
    expect(no, SYS_sendmsg, {0});
    const grants upgrade{.channel = 7};
    expect(yes, SYS_sendmsg, {7}, upgrade);
    for (const std::uint64_t other : {0u, 6u, 8u, 0xffffffffu})
        expect(no, SYS_sendmsg, {other}, upgrade);
}

Test(system_seccomp, calls_of_x32_kill) {
    for (const int call : {SYS_read, SYS_write, SYS_recvfrom, 512, 547})
        cr_expect(verdict_of(all_files, call | 0x40000000).action == dead);
    cr_expect(verdict_of(all_files, -1).action == dead);
}

// In the 32-bit ABI 20 is getpid, which is harmless; in the 64-bit ABI it is writev.
Test(system_seccomp, a_process_that_calls_as_if_it_had_32_bits_is_killed) {
    const auto call = [] {
        long result = 20;
        asm volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
        return result;
    };
    const auto is_taken = [&] {
        (void)::signal(SIGSEGV, SIG_DFL);  // or a sanitizer reports it
        return call() > 0 ? 7 : 8;
    };
    if (status_apart_of(is_taken) != 7 << 8)
        cr_skip("no system calls of 32 bits in this kernel");
    const int status = status_apart_of([&] { return enter_filter(serving).empty() ? call() : 99; });
    cr_expect(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS);
}
#endif

Test(system_seccomp, what_serving_needs_is_allowed) {
    for (const long call : {SYS_epoll_pwait, SYS_recvfrom, SYS_sendto, SYS_accept4, SYS_epoll_ctl,
                            SYS_close, SYS_shutdown, SYS_read, SYS_write, SYS_munmap, SYS_brk,
                            SYS_exit_group, SYS_rt_sigreturn, SYS_getrandom, SYS_writev})
        expect(yes, call);
}

Test(system_seccomp, calls_of_each_request_come_first) {
#ifdef SYS_epoll_wait
    cr_expect(verdict_of(serving, SYS_epoll_wait).steps <= 6);
#endif
    for (const long call : {SYS_epoll_pwait, SYS_recvfrom, SYS_sendto})
        cr_expect(verdict_of(serving, call).steps <= 9);
}

Test(system_seccomp, all_that_is_not_named_is_refused) {
    for (const long call :
         {SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_socketpair, SYS_setsockopt,
          SYS_sendmsg, SYS_execve, SYS_execveat, SYS_ptrace, SYS_kill, SYS_tkill, SYS_bpf,
          SYS_kexec_load, SYS_mount, SYS_unshare, SYS_setns, SYS_chroot, SYS_prctl, SYS_seccomp,
          SYS_ioctl, SYS_fcntl, SYS_dup, SYS_memfd_create, SYS_shmat, SYS_process_vm_readv,
          SYS_setresuid, SYS_capset, SYS_personality, SYS_pidfd_open, SYS_perf_event_open,
          SYS_keyctl, SYS_userfaultfd, SYS_io_setup, 425 /* io_uring_setup */, 999})
        expect(no, call);
    // Not even with allowed paths, and no calls that Landlock does not restrict.
    for (const long call : {SYS_socket, SYS_execve, SYS_mknodat, SYS_linkat, SYS_symlinkat,
                            SYS_fchmodat, SYS_fchownat, SYS_utimensat, SYS_chroot, SYS_mount})
        expect(no, call, {}, all_files);
    std::size_t allowed = 0;
    for (int call = 0; call < 1000; ++call)
        allowed += verdict_of(serving, call).action == yes ? 1 : 0;
    cr_expect(allowed < 50, "%zu", allowed);
}

Test(system_seccomp, memory_is_never_executable) {
#ifdef SYS_mmap2
    const long map = SYS_mmap2;
#else
    const long map = SYS_mmap;
#endif
    for (const long call : {map, long{SYS_mprotect}}) {
        expect(yes, call, {0, 4096, PROT_NONE});
        expect(yes, call, {0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS});
        expect(no, call, {0, 4096, PROT_EXEC});
        expect(no, call, {0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC});
        expect(no, call, {0, 4096, PROT_READ | PROT_EXEC}, all_files);
    }
    expect(no, SYS_pkey_mprotect, {0, 4096, PROT_READ});
}

Test(system_seccomp, threads_are_made_and_processes_are_not) {
    constexpr std::uint64_t thread = 0x3d0f00;  // glibc's; musl's has one bit more
    expect(yes, SYS_clone, {thread});
    expect(yes, SYS_clone, {thread | 0x400000});
    for (const std::uint64_t wrong :
         {std::uint64_t{SIGCHLD}, thread & ~std::uint64_t{CLONE_THREAD}, thread | CLONE_NEWUSER,
          thread | CLONE_NEWNET, thread | CLONE_VFORK, thread | CLONE_PTRACE, thread | SIGCHLD,
          std::uint64_t{CLONE_VM | CLONE_VFORK | SIGCHLD}, std::uint64_t{0}})
        expect(no, SYS_clone, {wrong});
#ifdef SYS_clone3
    expect(SECCOMP_RET_ERRNO | ENOSYS, SYS_clone3);
#endif
#ifdef SYS_fork
    expect(no, SYS_fork);
    expect(no, SYS_vfork);
#endif
}

Test(system_seccomp, signals_go_to_this_process_only) {
    expect(yes, SYS_tgkill, {process, 1, SIGABRT});
    for (const std::uint64_t other : {process + 1, std::uint32_t{1}, std::uint32_t{0}, UINT32_MAX})
        expect(no, SYS_tgkill, {other, 1, SIGKILL});
    expect(no, SYS_rt_sigqueueinfo);
}

Test(system_seccomp, files_can_be_opened_where_there_are_paths) {
    constexpr std::uint64_t here = 0;
    const grants reading{.read = paths}, writing{.write = paths}, removing{.remove = paths};
    for (const grants& none : {serving, removing})
        expect(no, SYS_openat, {here, 0, O_RDONLY}, none);
    for (const std::uint64_t flags : {O_RDONLY, O_RDONLY | O_CLOEXEC | O_DIRECTORY}) {
        expect(yes, SYS_openat, {here, 0, flags}, reading);
        expect(yes, SYS_openat, {here, 0, flags}, writing);
    }
    for (const std::uint64_t flags : {O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_TMPFILE | O_RDWR}) {
        expect(no, SYS_openat, {here, 0, flags}, reading);
        expect(yes, SYS_openat, {here, 0, flags}, writing);
    }
    for (const long call : {SYS_lseek, SYS_pread64, SYS_getdents64}) {
        expect(no, call);
        expect(yes, call, {}, reading);
        expect(yes, call, {}, writing);
    }
    for (const long call : {SYS_pwrite64, SYS_ftruncate, SYS_fsync, SYS_renameat2, SYS_mkdirat}) {
        expect(no, call, {}, reading);
        expect(no, call, {}, removing);
        expect(yes, call, {}, writing);
    }
    expect(no, SYS_unlinkat);
    expect(no, SYS_unlinkat, {}, reading);
    expect(yes, SYS_unlinkat, {}, removing);
    expect(yes, SYS_unlinkat, {}, writing);
}

Test(system_seccomp, of_fcntl_and_ioctl_only_what_files_take) {
    const grants reading{.read = paths};
    expect(yes, SYS_fcntl, {3, F_GETFL}, reading);
    expect(no, SYS_fcntl, {3, F_SETFL}, reading);
    expect(no, SYS_fcntl, {3, F_SETOWN}, all_files);
    expect(yes, SYS_ioctl, {3, FIONREAD}, reading);
    expect(no, SYS_ioctl, {0, TIOCSTI}, all_files);
}

Test(system_seccomp, the_loop_may_ask_what_a_socket_has_not_sent) {
    expect(yes, SYS_ioctl, {3, SIOCOUTQ});
    expect(no, SYS_ioctl, {0, TIOCSTI});
}

Test(system_seccomp, the_kernel_accepts_each_filter) {
    for (int bits = 0; bits < 8; ++bits) {
        grants files;
        if ((bits & 1) != 0) files.read = paths;
        if ((bits & 2) != 0) files.write = paths;
        if ((bits & 4) != 0) files.remove = paths;
        cr_expect(holds_in_child([&] { return enter_filter(files).empty(); }));
    }
}

Test(system_seccomp, what_is_refused_fails_with_an_error_and_the_process_lives) {
    const auto path = "/etc/hostname";
    cr_expect(error_of([&] { return ::open(path, O_RDONLY); }) == EPERM);
    cr_expect(error_of([] { return ::socket(AF_INET, SOCK_STREAM, 0); }) == EPERM);
    cr_expect(error_of([] { return static_cast<int>(::syscall(SYS_clone, SIGCHLD, 0)); }) == EPERM);
    cr_expect(error_of([] { return ::execl("/bin/true", "true", nullptr); }) == EPERM);
    cr_expect(error_of([] { return ::kill(::getppid(), SIGTERM); }) == EPERM);
    cr_expect(error_of([] { return static_cast<int>(::syscall(SYS_getpid)); }) == 0);
}

Test(system_seccomp, a_page_is_mapped_but_never_to_be_executed) {
    const auto mapped = [](int prot) {
        return ::mmap(nullptr, 4096, prot, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    };
    cr_expect(error_of([&] { return mapped(PROT_READ | PROT_WRITE) == MAP_FAILED ? -1 : 0; }) == 0);
    cr_expect(error_of([&] {
                  return mapped(PROT_READ | PROT_EXEC) == MAP_FAILED ? -1 : 0;
              }) == EPERM);
    cr_expect(error_of([&] {
                  return ::mprotect(mapped(PROT_READ), 4096, PROT_READ | PROT_EXEC);
              }) == EPERM);
}

Test(system_seccomp, another_one_makes_it_stricter_and_never_looser) {
    cr_expect(error_of([] {
                  (void)enter_filter(all_files);
                  return ::open("/etc/hostname", O_RDONLY);
              }) == EPERM);
}

}}  // namespace seccomp_test
