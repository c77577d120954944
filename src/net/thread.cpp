#include "thread.hpp"

namespace callbox::net {

int start_thread(pthread_t& into, void* (*begin)(void*), void* with) {
    pthread_attr_t how;
    if (const int error = ::pthread_attr_init(&how); error != 0) return error;
    std::size_t size = 0;
    (void)::pthread_attr_getstacksize(&how, &size);
    if (size < stack_bytes_min) (void)::pthread_attr_setstacksize(&how, stack_bytes_min);
    const int error = ::pthread_create(&into, &how, begin, with);
    (void)::pthread_attr_destroy(&how);
    return error;
}

std::string check_stack(std::size_t json_depth) {
    pthread_attr_t own;
    void* end = nullptr;
    std::size_t size = 0;
    if (::pthread_getattr_np(::pthread_self(), &own) != 0) return "";
    (void)::pthread_attr_getstack(&own, &end, &size);
    (void)::pthread_attr_destroy(&own);
    const auto left = static_cast<std::size_t>(static_cast<char*>(__builtin_frame_address(0)) -
                                               static_cast<char*>(end));
    const std::size_t needed = json_depth * stack_bytes_a_level + stack_bytes_beside;
    if (left >= needed) return "";
    return "cannot start: texts of json_depth_max " + std::to_string(json_depth) + " need " +
           std::to_string(needed) + " bytes of stack, and " + std::to_string(left) + " are left";
}

}  // namespace callbox::net
