#include "support/folder.hpp"
#include "system/thread.hpp"

#include <criterion/criterion.h>

#include <sched.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace cpus_test { namespace {

using namespace callbox::system;

Test(system_cpus, a_part_of_a_core_counts_for_one) {
    cr_expect(cpus_of_quota("200000 100000\n") == 2);
    cr_expect(cpus_of_quota("200001 100000\n") == 3);
    cr_expect(cpus_of_quota("1000 100000\n") == 1);
    cr_expect(cpus_of_quota("50000 50000") == 1);
}

Test(system_cpus, no_quota_is_no_bound) {
    for (const char* text : {"max 100000\n", "", "\n", "100000", "100000 ", "0 100000\n",
                             "100000 0\n", "-1 100000\n", "1 2 3\n", "x y\n",
                             "99999999999999999999 1\n"})
        cr_expect(cpus_of_quota(text) == 0, "%s", text);
}

Test(system_cpus, the_least_quota_of_a_group_and_those_it_is_in_counts) {
    const support::folder in;
    const std::string& root = in.name;
    std::filesystem::create_directories(root + "/a/b/c");
    const auto put = [&](const std::string& path, const char* text) {
        std::ofstream(root + path + "/cpu.max") << text;
    };
    cr_expect(cpus_of_cgroup(root, "/a/b/c") == 0, "no quota at all");
    put("/a/b", "400000 100000\n");
    put("/a/b/c", "max 100000\n");
    cr_expect(cpus_of_cgroup(root, "/a/b/c") == 4);
    cr_expect(cpus_of_cgroup(root, "/a") == 0, "descendants do not count");
    put("", "300000 100000\n");
    cr_expect(cpus_of_cgroup(root, "/a/b/c") == 3);
    cr_expect(cpus_of_cgroup(root, "") == 3);
    put("/a/b/c", "150000 100000\n");
    cr_expect(cpus_of_cgroup(root, "/a/b/c") == 2);
}

Test(system_cpus, affinity_bounds_them) {
    cr_expect(cpus() >= 1);
    cpu_set_t all, one;
    cr_assert(::sched_getaffinity(0, sizeof all, &all) == 0);
    CPU_ZERO(&one);
    for (int i = 0; CPU_COUNT(&one) == 0; ++i)
        if (CPU_ISSET(i, &all)) CPU_SET(i, &one);
    cr_assert(::sched_setaffinity(0, sizeof one, &one) == 0);
    cr_expect(cpus() == 1);
}

}}  // namespace cpus_test
