#include <callbox/detail/index.hpp>

#include <criterion/criterion.h>

#include <cstdio>
#include <set>
#include <string>

namespace index_test { namespace {

using callbox::detail::hash_of;

// The number of places, of 256, that the names `prefix00` to `prefix99` occupy.
std::size_t places_of(const char* pattern) {
    std::set<std::size_t> places;
    for (int i = 0; i < 100; ++i) {
        char name[64];
        const int length = std::snprintf(name, sizeof name, pattern, i);
        places.insert(hash_of({name, static_cast<std::size_t>(length)}) & 255);
    }
    return places.size();
}

// 100 random names occupy 83 of 256 places on average.
Test(rpc_index, names_that_differ_in_two_characters_do_not_share_places) {
    for (const char* pattern :
         {"%02d", "ping%02d", "math.a%02d", "sensor.read_%02d", "s.%02d.get", "inventory.%02d.list",
          "com.example.service.%02d", "a.name.in.the.middle.%02d.of.it", "%02d.first.of.all"})
        cr_expect(places_of(pattern) >= 70, "%s: %zu", pattern, places_of(pattern));
}

}}  // namespace index_test
