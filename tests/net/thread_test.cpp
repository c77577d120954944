#include "net/thread.hpp"

#include <callbox/json.hpp>

#include <criterion/criterion.h>

#include <string>

using namespace callbox;

namespace {

constexpr std::size_t musls_default = 128 << 10;

// With a space, each level takes the parser one call more.
extern "C" void* read_the_deepest(void* into) {
    std::string text;
    for (std::size_t i = 0; i < json_depth_limit; ++i) text += "{\"a\": ";
    text += '1' + std::string(json_depth_limit, '}');
    *static_cast<bool*>(into) = document(json_depth_limit, 4 * json_depth_limit).parse(text);
    return nullptr;
}

extern "C" void* ask_for_little_and_much(void* into) {
    std::string* const said = static_cast<std::string*>(into);
    said[0] = net::check_stack(1);
    said[1] = net::check_stack(json_depth_limit);
    return nullptr;
}

}  // namespace

Test(net_thread, the_deepest_text_is_read_where_threads_have_small_stacks) {
    pthread_attr_t small;
    (void)::pthread_attr_init(&small);
    (void)::pthread_attr_setstacksize(&small, musls_default);
    cr_assert(::pthread_setattr_default_np(&small) == 0);
    pthread_t one = {};
    bool is_read = false;
    cr_assert(net::start_thread(one, read_the_deepest, &is_read) == 0);
    (void)::pthread_join(one, nullptr);
    cr_expect(is_read);
}

Test(net_thread, a_stack_that_is_too_small_for_the_depth_is_told) {
    cr_expect(net::check_stack(json_depth_limit).empty());
    pthread_attr_t small;
    (void)::pthread_attr_init(&small);
    (void)::pthread_attr_setstacksize(&small, musls_default);
    std::string said[2];
    pthread_t one = {};
    cr_assert(::pthread_create(&one, &small, ask_for_little_and_much, said) == 0);
    (void)::pthread_join(one, nullptr);
    cr_expect(said[0].empty(), "%s", said[0].c_str());
    cr_expect(said[1].starts_with("cannot start: texts of json_depth_max 1024 need "), "%s",
              said[1].c_str());
}
