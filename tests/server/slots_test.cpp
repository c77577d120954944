// Deadlines of slots: which comes next, and in which order they come.
#include "server/slots.hpp"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <array>

namespace slots_test { namespace {

using callbox::never;
using callbox::net::deadlines;

Test(server_slots, none_is_set_at_first) {
    deadlines all;
    cr_assert(all.next() == never);
    cr_assert(all.take_due(never) == nullptr);
}

Test(server_slots, the_earliest_of_all_kinds_is_next) {
    deadlines all;
    std::array<deadlines::entry, 3> e;
    all.set(e[0], 0, 300);
    all.set(e[1], 4, 100);
    all.set(e[2], 2, 200);
    cr_assert(eq(i64, all.next(), 100));
    all.clear(e[1]);
    cr_assert(eq(i64, all.next(), 200));
}

Test(server_slots, it_has_come_at_its_time_and_not_before) {
    deadlines all;
    deadlines::entry e;
    all.set(e, 1, 100);
    cr_assert(all.take_due(99) == nullptr);
    cr_assert(all.take_due(100) == &e);
    cr_assert(not (e.is_set()));
    cr_assert(all.take_due(100) == nullptr);
}

Test(server_slots, those_of_a_kind_come_in_the_order_they_were_set) {
    deadlines all;
    std::array<deadlines::entry, 4> e;
    for (auto& each : e) all.set(each, 3, 100);
    for (auto& each : e) cr_assert(all.take_due(100) == &each);
}

Test(server_slots, set_anew_goes_to_the_end) {
    deadlines all;
    std::array<deadlines::entry, 3> e;
    for (auto& each : e) all.set(each, 0, 100);
    all.set(e[0], 0, 101);
    cr_assert(eq(i64, e[0].due(), 101));
    cr_assert(all.take_due(200) == &e[1]);
    cr_assert(all.take_due(200) == &e[2]);
    cr_assert(all.take_due(200) == &e[0]);
}

Test(server_slots, set_anew_as_another_kind_leaves_the_first) {
    deadlines all;
    deadlines::entry e;
    all.set(e, 0, 100);
    all.set(e, 1, 50);
    cr_assert(eq(i64, all.next(), 50));
    cr_assert(all.take_due(200) == &e);
    cr_assert(all.next() == never);
}

Test(server_slots, any_may_be_cleared_first_middle_or_last) {
    for (std::size_t out = 0; out < 3; ++out) {
        deadlines all;
        std::array<deadlines::entry, 3> e;
        for (auto& each : e) all.set(each, 2, 100);
        all.clear(e[out]);
        all.clear(e[out]);
        for (std::size_t i = 0; i < 3; ++i)
            if (i != out) cr_assert(all.take_due(100) == &e[i]);
        cr_assert(all.next() == never);
    }
}

}}  // namespace slots_test
