// Makes system calls fail for a test: the kernel fails each that it is told, every time.
#pragma once

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace net_test {

struct failing {
    long call;
    int error;
    long first = -1;  // not negative: fails only with this as the first argument
};

// C libraries make one of several calls for these.
inline std::vector<failing> unlink_fails(int error) {
    return {{SYS_unlinkat, error},
#ifdef SYS_unlink
            {SYS_unlink, error},
#endif
    };
}
inline std::vector<failing> lchown_fails(int error) {
    return {{SYS_fchownat, error},
#ifdef SYS_lchown
            {SYS_lchown, error},
#endif
    };
}
inline std::vector<failing> poll_fails(int error) {
    return {{SYS_ppoll, error},
#ifdef SYS_ppoll_time64
            {SYS_ppoll_time64, error},
#endif
#ifdef SYS_poll
            {SYS_poll, error},
#endif
    };
}
// Neither processes nor threads are made.
inline std::vector<failing> clone_fails(int error) {
    return {{SYS_clone, error},
#ifdef SYS_clone3
            {SYS_clone3, ENOSYS},
#endif
    };
}

// Fails the calls of this thread, of those that it makes and of processes that it forks. False: it
// can't.
inline bool fail_calls(const std::vector<failing>& all) {
    const auto argument = static_cast<std::uint32_t>(offsetof(seccomp_data, args));
    const auto number = static_cast<std::uint32_t>(offsetof(seccomp_data, nr));
    std::vector<sock_filter> made{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, number)};
    const auto unless = [&](long value, unsigned char steps) {
        const auto wanted = static_cast<std::uint32_t>(value);
        made.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, wanted, 0, steps));
    };
    for (const failing& one : all) {
        const bool looks_further = one.first >= 0;
        unless(one.call, looks_further ? 4 : 1);
        if (looks_further) made.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, argument));
        if (looks_further) unless(one.first, 1);
        const auto error = static_cast<std::uint32_t>(one.error);
        made.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error));
        if (looks_further) made.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, number));
    }
    made.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    const sock_fprog filter{static_cast<unsigned short>(made.size()), made.data()};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) == 0;
}

// Whether a claim holds while these calls fail. It is checked on a thread of its own.
template <class Claim> bool holds_failing(const std::vector<failing>& all, Claim claim) {
    bool held = false;
    std::thread([&] { held = fail_calls(all) && claim(); }).join();
    return held;
}

}  // namespace net_test
