// Builds and installs the system call filter.
#include "sandbox.hpp"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <span>

namespace callbox::system {

namespace {

#if defined(__x86_64__)
constexpr std::uint32_t processor = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
constexpr std::uint32_t processor = AUDIT_ARCH_AARCH64;
#elif defined(__riscv) && __riscv_xlen == 64
constexpr std::uint32_t processor = AUDIT_ARCH_RISCV64;
#elif defined(__i386__)
constexpr std::uint32_t processor = AUDIT_ARCH_I386;
#elif defined(__arm__) && !defined(__ARMEB__)
constexpr std::uint32_t processor = AUDIT_ARCH_ARM;
#else
constexpr std::uint32_t processor = 0;
#endif

constexpr std::uint32_t allow = SECCOMP_RET_ALLOW;
constexpr std::uint32_t refuse = SECCOMP_RET_ERRNO | EPERM;
constexpr std::uint32_t x32_bit = 0x40000000;

// The flags of clone that C libraries use to create threads; no others are allowed.
constexpr std::uint32_t thread_flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SYSVSEM |
                                       CLONE_SIGHAND | CLONE_THREAD | CLONE_SETTLS |
                                       CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID | CLONE_DETACHED;

// Not all processors have all calls; each missing call has a substitute in the list.
constexpr std::uint32_t always[] = {
// Requests and connections.
#ifdef SYS_epoll_wait
    SYS_epoll_wait,
#endif
    SYS_epoll_pwait, SYS_recvfrom, SYS_sendto,
#ifdef SYS_recv
    SYS_recv, SYS_send,
#endif
    SYS_epoll_ctl, SYS_accept4, SYS_close, SYS_shutdown,
// Calls on other threads: an eventfd, and locks. Writing the log if there is room; writev is used
// by the C library to report why it aborts.
    SYS_read, SYS_write, SYS_writev, SYS_ppoll,
#ifdef SYS_poll
    SYS_poll,
#endif
#ifdef SYS_futex
    SYS_futex,
#endif
#ifdef SYS_futex_time64
    SYS_futex_time64, SYS_ppoll_time64, SYS_clock_gettime64, SYS_clock_nanosleep_time64,
#endif
// Addresses and credentials of peers.
    SYS_getsockopt, SYS_getsockname, SYS_getpeername,
// Memory. Executable mappings are checked below.
    SYS_brk, SYS_munmap, SYS_mremap, SYS_madvise,
// Threads.
    SYS_set_robust_list, SYS_sched_yield, SYS_sched_getaffinity, SYS_gettid, SYS_getpid, SYS_exit,
    SYS_exit_group,
#ifdef SYS_rseq
    SYS_rseq,
#endif
// The clock, without a vDSO, and waiting.
#ifdef SYS_clock_gettime
    SYS_clock_gettime, SYS_clock_nanosleep, SYS_nanosleep,
#endif
#ifdef SYS_gettimeofday
    SYS_gettimeofday,
#endif
#ifdef SYS_time
    SYS_time,
#endif
    SYS_restart_syscall,
// Signals.
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn,
// Random ids of incidents; data that a process has about itself anyway.
    SYS_getrandom, SYS_getrusage, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid,
#ifdef SYS_getuid32
    SYS_getuid32, SYS_geteuid32, SYS_getgid32, SYS_getegid32, SYS_sigreturn,
#endif
};

// None of these lists has chmod, chown or utimes, as Landlock does not restrict them.
constexpr std::uint32_t to_look[] = {
#ifdef SYS_stat
    SYS_stat, SYS_lstat,
#endif
#ifdef SYS_newfstatat
    SYS_newfstatat,
#endif
#ifdef SYS_fstatat64
    SYS_fstatat64, SYS_stat64, SYS_lstat64,
#endif
#ifdef SYS_statx
    SYS_statx,
#endif
};
constexpr std::uint32_t to_read[] = {
    SYS_readv, SYS_pread64, SYS_preadv, SYS_lseek, SYS_getdents64, SYS_readlinkat, SYS_faccessat,
#ifdef SYS_fstat
    SYS_fstat,
#endif
#ifdef SYS_fadvise64
    SYS_fadvise64,
#endif
#ifdef SYS_fstat64
    SYS_fstat64, SYS__llseek,
#endif
#ifdef SYS_faccessat2
    SYS_faccessat2,
#endif
#ifdef SYS_access
    SYS_access, SYS_readlink,
#endif
};
constexpr std::uint32_t to_remove[] = {
    SYS_unlinkat,
#ifdef SYS_unlink
    SYS_unlink,
#endif
};
constexpr std::uint32_t to_write[] = {
    SYS_pwrite64, SYS_pwritev, SYS_ftruncate, SYS_truncate, SYS_fallocate, SYS_fsync,
    SYS_fdatasync, SYS_flock, SYS_mkdirat, SYS_renameat2,
    SYS_dup3,  // to reopen the log file
#ifdef SYS_renameat
    SYS_renameat,
#endif
#ifdef SYS_ftruncate64
    SYS_ftruncate64, SYS_truncate64,
#endif
#ifdef SYS_mkdir
    SYS_mkdir, SYS_rmdir, SYS_rename,
#endif
};

constexpr std::uint32_t to_change = O_ACCMODE | O_CREAT | O_TRUNC;  // flags of open

class program {
public:
    std::vector<sock_filter> made;

    void load(std::size_t offset) {
        made.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)));
    }
    // Loads the lower half of an argument: the kernel uses only that half of the arguments checked
    // here.
    void load_argument(std::size_t at) {
        load(offsetof(seccomp_data, args) + at * sizeof(std::uint64_t));
    }
    void end(std::uint32_t action) { made.push_back(BPF_STMT(BPF_RET | BPF_K, action)); }
    // Ends with `action` if the loaded word compares true with `with`; else continues.
    void end_if(std::uint16_t compare, std::uint32_t with, std::uint32_t action) {
        made.push_back(BPF_JUMP(static_cast<std::uint16_t>(BPF_JMP | BPF_K | compare), with, 0, 1));
        end(action);
    }
    void end_each(std::span<const std::uint32_t> calls, std::uint32_t action) {
        for (const std::uint32_t call : calls) end_if(BPF_JEQ, call, action);
    }

    // Allows the call if its argument has none of these bits.
    void without(std::uint32_t call, std::size_t argument, std::uint32_t bits) {
        const std::size_t from = only(call, argument);
        end_if(BPF_JSET, bits, refuse);
        close(from, allow);
    }
    // Allows the call if its argument is one of these.
    void among(std::uint32_t call, std::size_t argument, std::span<const std::uint32_t> values) {
        const std::size_t from = only(call, argument);
        end_each(values, allow);
        close(from, refuse);
    }
    // Allows the call if its argument has `bit` and no bits outside `bits`.
    void with(std::uint32_t call, std::size_t argument, std::uint32_t bit, std::uint32_t bits) {
        const std::size_t from = only(call, argument);
        end_if(BPF_JSET, ~bits, refuse);
        end_if(BPF_JSET, bit, allow);
        close(from, refuse);
    }

private:
    // The instructions up to close() apply to this call only.
    std::size_t only(std::uint32_t call, std::size_t argument) {
        made.push_back(BPF_JUMP(BPF_JMP | BPF_K | BPF_JEQ, call, 0, 0));
        load_argument(argument);
        return made.size() - 2;
    }
    void close(std::size_t from, std::uint32_t action) {
        end(action);
        made[from].jf = static_cast<std::uint8_t>(made.size() - from - 1);
    }
};

// On processors with mmap2, mmap takes its arguments in memory, where a filter cannot see them.
void add_memory_and_threads(program& p, std::uint32_t process) {
#ifdef SYS_mmap2
    p.without(SYS_mmap2, 2, PROT_EXEC);
#else
    p.without(SYS_mmap, 2, PROT_EXEC);
#endif
    p.without(SYS_mprotect, 2, PROT_EXEC);
    p.with(SYS_clone, 0, CLONE_THREAD, thread_flags);
#ifdef SYS_clone3
    p.end_if(BPF_JEQ, SYS_clone3, SECCOMP_RET_ERRNO | ENOSYS);
#endif
    p.among(SYS_tgkill, 0, {{process}});
    p.among(SYS_ioctl, 1, {{FIONREAD, SIOCOUTQ}});
#ifdef SYS_socketcall
    // One call for all socket operations, selected by the first argument: linux/net.h.
    constexpr std::uint32_t of_sockets[] = {6, 7, 9, 10, 11, 12, 13, 15, 18};
    p.among(SYS_socketcall, 0, of_sockets);
#endif
}

void add_files(program& p, const grants& allowed) {
    const bool reads = !allowed.read.empty(), removes = !allowed.remove.empty();
    const bool writes = !allowed.write.empty() || !allowed.log.empty();
    if (allowed.channel != -1)
        p.among(SYS_sendmsg, 0, {{static_cast<std::uint32_t>(allowed.channel)}});
    if (reads || writes || removes) p.end_each(to_look, allow);
    if (writes || removes) p.end_each(to_remove, allow);
    if (writes) p.end_each(to_write, allow);
    if (!reads && !writes) return;
    p.end_each(to_read, allow);
    p.without(SYS_openat, 2, writes ? 0 : to_change);
#ifdef SYS_open
    p.without(SYS_open, 1, writes ? 0 : to_change);
#endif
    constexpr std::uint32_t commands[] = {F_GETFD, F_SETFD, F_GETFL, F_SETLK, F_SETLKW, F_GETLK};
    p.among(SYS_fcntl, 1, commands);
#ifdef SYS_fcntl64
    p.among(SYS_fcntl64, 1, commands);
#endif
}

}  // namespace

std::vector<sock_filter> filter_of(const grants& allowed, std::uint32_t process) {
    program p;
    if (processor == 0) return {};
    p.made.reserve(512);
    p.load(offsetof(seccomp_data, arch));
    p.made.push_back(BPF_JUMP(BPF_JMP | BPF_K | BPF_JEQ, processor, 1, 0));
    p.end(SECCOMP_RET_KILL_PROCESS);
    p.load(offsetof(seccomp_data, nr));
#ifdef __x86_64__
    p.end_if(BPF_JGE, x32_bit, SECCOMP_RET_KILL_PROCESS);
#endif
    p.end_each(always, allow);
    add_memory_and_threads(p, process);
    add_files(p, allowed);
    p.end(refuse);
    return p.made;
}

// No SECCOMP_FILTER_FLAG_TSYNC: it would also confine existing threads of the program, which may
// need more system calls.
std::string enter_filter(const grants& allowed) {
    std::vector<sock_filter> made = filter_of(allowed, static_cast<std::uint32_t>(::getpid()));
    if (made.empty()) return "system calls cannot be filtered on this processor";
    const sock_fprog all{static_cast<unsigned short>(made.size()), made.data()};
    if (::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &all) == 0) return "";
    return std::string("the kernel does not filter system calls: ") + std::strerror(errno);
}

}  // namespace callbox::system
