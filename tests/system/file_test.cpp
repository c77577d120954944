#include "system/file.hpp"

#include "hostile.hpp"

#include <cerrno>

namespace file_test { namespace {

using namespace callbox;
using system_test::attack, system_test::hostile_folder, system_test::needs_root,
    system_test::nobody;

constexpr uid_t other_user = 12'345;

std::string opened_for(uid_t user, const std::string& path) {
    fd file;
    const char* const why = system::open_at_end(path, file, user, user);
    cr_assert((why == nullptr) == static_cast<bool>(file));
    return why == nullptr ? "" : why;
}

TestSuite(system_file, .timeout = 60);

Test(system_file, a_link_does_not_give_roots_file_away) {
    needs_root();
    const hostile_folder in;
    in.link("roots/secret", "open/log");
    cr_expect(opened_for(nobody, in.at("open/log")) == "is a symbolic link");
    cr_expect(opened_for(0, in.at("open/log")) == "is a symbolic link", "nor is it written to");
    in.link("roots/none", "open/new");
    cr_expect(opened_for(nobody, in.at("open/new")) == "is a symbolic link");
    cr_expect(in.is_untouched("roots/secret") && !in.has("roots/none"));
}

Test(system_file, a_hard_link_does_not_give_roots_file_away) {
    needs_root();
    const hostile_folder in;
    in.hard_link("roots/secret", "open/log");
    cr_expect(opened_for(nobody, in.at("open/log")) == "has more than one hard link");
    cr_expect(in.is_untouched("roots/secret"));
}

Test(system_file, a_file_of_roots_that_was_moved_there_is_not_given_away) {
    needs_root();
    const hostile_folder in;
    in.put("open/log");
    cr_expect(opened_for(nobody, in.at("open/log")) ==
              "owned by root in a folder that is writable by other users");
    cr_expect(in.is_untouched("open/log"));
    cr_expect(opened_for(nobody, in.put("roots/log")).empty(), "other users could not move it");
    cr_expect(in.look("roots/log").st_uid == nobody);
}

Test(system_file, a_file_of_another_user_is_refused) {
    needs_root();
    const hostile_folder in;
    cr_assert(::chown(in.put("open/log").c_str(), other_user, other_user) == 0);
    cr_expect(opened_for(nobody, in.at("open/log")) ==
              "not owned by root or the user of this process");
    cr_expect(opened_for(other_user, in.at("open/log")).empty());
}

Test(system_file, a_pipe_or_a_folder_is_refused_without_blocking, .timeout = 60) {
    const hostile_folder in;
    cr_assert(::mkfifo(in.at("open/log").c_str(), 0666) == 0);
    cr_expect(opened_for(0, in.at("open/log")) == "No such device or address");
    const int reader = ::open(in.at("open/log").c_str(), O_RDONLY | O_NONBLOCK);
    cr_expect(opened_for(0, in.at("open/log")) == "not a regular file");
    (void)::close(reader);
    cr_expect(opened_for(0, in.at("open")) == "Is a directory");
}

Test(system_file, a_new_file_is_owned_by_the_user_to_switch_to) {
    needs_root();
    const hostile_folder in;
    for (int again = 0; again < 2; ++again) {
        cr_expect(opened_for(nobody, in.at("open/log")).empty());
        const struct stat found = in.look("open/log");
        cr_expect(found.st_uid == nobody && found.st_gid == nobody && (found.st_mode & 0137) == 0);
    }
}

Test(system_file, links_that_are_swapped_in_while_it_opens_give_nothing_away) {
    needs_root();
    const hostile_folder in;
    in.hard_link("roots/secret", "open/hard");
    const std::string log = in.at("open/log"), link = in.at("open/link"), hard = in.at("open/hard"),
                      secret = in.at("roots/secret");
    const attack swaps([&] {
        (void)::symlink(secret.c_str(), link.c_str());
        (void)::rename(link.c_str(), log.c_str());
        (void)::unlink(log.c_str());
        (void)::rename(hard.c_str(), log.c_str());
        (void)::rename(log.c_str(), hard.c_str());
    });
    int made = 0;
    for (int i = 0; i < 10'000; ++i) {
        if (opened_for(nobody, log).empty()) ++made;
        cr_assert(in.is_untouched("roots/secret"), "round %d", i);
    }
    cr_expect(made > 0, "it never opened one");
}

Test(system_file, only_links_of_root_are_followed) {
    needs_root();
    const hostile_folder in;
    const auto opened = [&](const char* path) {
        std::string text;
        return system::read_secret(in.at(path), 100, text, nobody);
    };
    cr_expect(opened("roots/secret").empty());
    in.link("roots/secret", "open/absolute");
    cr_expect(opened("open/absolute").empty());
    cr_assert(::symlink("../roots/secret", in.at("open/relative").c_str()) == 0);
    cr_expect(opened("open/relative").empty());
    in.link("open/relative", "open/twice");
    cr_expect(opened("open/twice") == "is a symbolic link");
    cr_assert(::lchown(in.at("open/relative").c_str(), nobody, nobody) == 0);
    cr_expect(opened("open/relative") == "is a symbolic link owned by another user");
    cr_expect(opened("open/none") == "No such file or directory");
}

}}  // namespace file_test
