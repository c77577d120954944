#include "rpc/suggestion.hpp"

#include <criterion/criterion.h>

#include <string>

using callbox::rpc::distance, callbox::rpc::suggestion;

Test(rpc_suggestion, a_letter_put_in_left_out_changed_or_swapped_is_one) {
    struct row {
        const char* a;
        const char* b;
        std::size_t far;
    };
    for (const row r : {row{"", "", 0}, {"a", "a", 0}, {"a", "A", 0}, {"", "abc", 3},
                        {"abc", "", 3},
                        {"name", "nmae", 1}, {"name", "nam", 1}, {"name", "names", 1},
                        {"name", "nome", 1}, {"abcd", "badc", 2}, {"kitten", "sitting", 3}}) {
        cr_expect(distance(r.a, r.b, 9) == r.far, "%s %s: %zu", r.a, r.b, distance(r.a, r.b, 9));
        cr_expect(distance(r.b, r.a, 9) == r.far, "%s %s", r.b, r.a);
    }
    cr_expect(distance("abc", "xyz", 1) == 2, "beyond the most is one more");
    cr_expect(distance("xxxxxxxxxxabc", "yyyyyyyyyyabc", 3) == 4);
    cr_expect(distance("abcdefgh", "badcfehg", 4) == 4, "swaps to the end");
}

Test(rpc_suggestion, the_nearest_of_several_is_offered) {
    suggestion near("math.ad");
    for (const char* name : {"math.mul", "math.add", "ping"}) near.offer(name);
    cr_assert(near.best() == "math.add");
}

Test(rpc_suggestion, what_is_far_is_not_offered) {
    for (const char* word : {"", "a", "xy", "abcdef"}) {
        suggestion near(word);
        for (const char* name : {"b", "z", "ghijkl", "ping"}) near.offer(name);
        cr_expect(near.best().empty(), "%s", word);
    }
}

Test(rpc_suggestion, words_of_any_length_harm_nothing) {
    const std::string longest(64, 'x');
    suggestion near(longest);
    near.offer(std::string(63, 'x') + "y");
    cr_assert(!near.best().empty());
    suggestion beyond(longest + "x");
    beyond.offer(longest);
    cr_assert(beyond.best().empty());
    suggestion within(longest);
    within.offer(longest + "x");
    cr_assert(within.best().empty());
}
