#include "system/thread.hpp"

#include <callbox/json.hpp>

#include <criterion/criterion.h>

#include <sys/resource.h>

#include <string>

namespace thread_test { namespace {

using namespace callbox;

constexpr std::size_t musls_default = 128 << 10;

// The space adds one call of the parser per level.
extern "C" void* read_the_deepest(void* is_read) {
    std::string text;
    for (std::size_t i = 0; i < json_depth_limit; ++i) text += "{\"a\": ";
    text += '1' + std::string(json_depth_limit, '}');
    *static_cast<bool*>(is_read) = document(json_depth_limit, 4 * json_depth_limit).parse(text);
    return nullptr;
}

Test(system_thread, the_deepest_text_is_parsed_even_if_default_stacks_are_small) {
    pthread_attr_t small;
    (void)::pthread_attr_init(&small);
    (void)::pthread_attr_setstacksize(&small, musls_default);
    cr_assert(::pthread_setattr_default_np(&small) == 0);
    pthread_t one = {};
    bool is_read = false;
    cr_assert(system::start_thread(one, read_the_deepest, &is_read) == 0);
    (void)::pthread_join(one, nullptr);
    cr_expect(is_read);
}

Test(system_thread, a_stack_that_is_too_small_for_the_depth_is_reported) {
    rlimit most{};
    cr_assert(::getrlimit(RLIMIT_STACK, &most) == 0);
    most.rlim_cur = 256 << 10;
    cr_expect(system::check_stack(json_depth_limit).empty());
    cr_assert(::setrlimit(RLIMIT_STACK, &most) == 0);
    cr_expect(system::check_stack(1).empty());
    cr_expect(system::check_stack(json_depth_limit).starts_with(
        "cannot start: json_depth_max 1024 requires "));
}

}}  // namespace thread_test
