#include "thread.hpp"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace callbox::system {

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

}  // namespace callbox::system
