#include "rpc/suggestion.hpp"

#include "support/messages.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <vector>

namespace suggestion_test { namespace {

using callbox::rpc::distance, callbox::rpc::suggestion, callbox::rpc::suggestions_max;

constexpr callbox::api methods{
    callbox::method<"square", [](int number) { return number * number; }>("", "number"),
};

std::size_t count_of_suggestions(std::string_view text) {
    std::size_t count = 0;
    for (auto at = text.find("did_you_mean"); at != text.npos; ++count)
        at = text.find("did_you_mean", at + 1);
    return count;
}

Test(rpc_suggestion, only_the_first_unknown_words_of_a_message_get_one) {
    callbox::answerer one(methods);
    using made_up::batch, made_up::sent, made_up::notified;
    const std::vector<std::string> messages[] = {
        std::vector<std::string>(100, sent("squre", "[1]")),
        std::vector<std::string>(100, sent("square", R"({"numbr":1})")),
    };
    for (const auto& many : messages)
        for (int round = 0; round < 2; ++round) {
            const std::string text(one.answer(batch(many)));
            cr_expect(count_of_suggestions(text) == suggestions_max, "%s", text.c_str());
            const std::size_t last = text.rfind("did_you_mean");
            cr_expect(count_of_suggestions(text.substr(0, last)) == suggestions_max - 1);
            cr_expect(text.find("-3260") < text.find("did_you_mean") && last < text.size() / 2);
        }
    std::vector<std::string> both(4, sent("squre", "[1]"));
    both.insert(both.begin(), 100, notified("squre", "[1]"));
    both.insert(both.end(), 10, sent("square", R"({"numbr":1})"));
    cr_expect(count_of_suggestions(one.answer(batch(both))) == suggestions_max);
}

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
    cr_expect(distance("abc", "xyz", 1) == 2, "one more than the maximum");
    cr_expect(distance("xxxxxxxxxxabc", "yyyyyyyyyyabc", 3) == 4);
    cr_expect(distance("abcdefgh", "badcfehg", 4) == 4, "swaps to the end");
    cr_expect(distance("abcdefgh", "cdefghab", 4) == 4, "as far from the diagonal as possible");
    cr_expect(distance("abcdefgh", "cdefghab", 3) == 4 && distance("abcde", "e", 3) == 4);
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

}}  // namespace suggestion_test
