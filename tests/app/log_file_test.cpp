// --log-file: the log goes there once the program is ready, and SIGHUP reopens it.
#include "support/folder.hpp"
#include "support/play.hpp"
#include "support/program.hpp"
#include "support/script.hpp"
#include "support/served.hpp"

#include <criterion/criterion.h>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <signal.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace log_file_test { namespace {

using namespace wire;

using place = support::folder;

std::string text_of(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

void expect_nothing(const std::string& error) { cr_expect(error.empty(), "%s", error.c_str()); }

void call(const program& server, const std::string& id) {
    const std::string said = "= here\n--> {\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":" + id +
                             "}\n<-- {\"jsonrpc\":\"2.0\",\"result\":\"pong\",\"id\":" + id + "}\n";
    socket_peer peer(server.connect());
    expect_nothing(play(read_script("here", said).conversations.at(0), peer, {}));
}

// The line of a call may be written after its response.
bool comes(const std::string& path, std::string_view line) {
    return support::until([&] { return text_of(path).find(line) != std::string::npos; });
}

int mode_of(const std::string& path) {
    struct stat found {};
    return ::stat(path.c_str(), &found) == 0 ? static_cast<int>(found.st_mode & 0777) : -1;
}

TestSuite(log_file, .timeout = 60);

Test(log_file, lines_go_there_and_after_sighup_to_the_file_that_has_its_name) {
    for (const char* sandbox : {"--sandbox=where-possible", "--no-sandbox"}) {
        const place here;
        const std::string log = here / "log";
        served server("127.0.0.1:0",
                       {sandbox, "--log-file", log, "--log-level", "info", "--workers", "2"});
        const std::string before = server.said();
        call(server, "1");
        cr_expect(comes(log, " id=1 "));
        cr_expect(mode_of(log) == 0640 || mode_of(log) == 0600, "%o", mode_of(log));

        std::filesystem::rename(log, here / "old");
        call(server, "2");
        cr_expect(comes(here / "old", " id=2 "));
        cr_assert(::kill(server.pid(), SIGHUP) == 0);
        cr_expect(comes(log, "SIGHUP: log file reopened\"\n"), "%s",
                  text_of(here / "old").c_str());
        call(server, "3");
        cr_expect(comes(log, " id=3 "));
        cr_expect(text_of(here / "old").find(" id=3 ") == std::string::npos);
        cr_expect(text_of(log).find("token file") == std::string::npos, "there is none");
        cr_expect(server.said() == before, "%s", server.said().c_str());
        expect_end(server);
    }
}

Test(log_file, its_contents_are_kept) {
    const place here;
    const std::string log = here / "log";
    std::ofstream(log) << "before\n";
    for (const char* id : {"1", "2"}) {
        served server("127.0.0.1:0", {"--log-file", log, "--log-level", "info"});
        call(server, id);
        cr_expect(comes(log, " id=" + std::string(id) + " "));
        expect_end(server);
    }
    const std::string all = text_of(log);
    cr_expect(all.starts_with("before\n") && all.find(" id=1 ") < all.find(" id=2 "));
    const std::size_t ready = all.find(" level=info message=\"ready: http://127.0.0.1:");
    cr_expect(ready < all.find(" id=1 "), "%s", all.c_str());
    cr_expect(all.find(" message=\"ready: ", ready + 30) != all.npos, "each start");
}

Test(log_file, root_changes_its_owner_to_the_user_to_switch_to) {
    if (::geteuid() != 0) cr_skip_test("no root: only root changes users");
    const place here;
    const std::string log = here / "log";
    cr_assert(::chown(here.name.c_str(), 12345, 12345) == 0);
    served server("127.0.0.1:0", {"--user", "12345", "--log-file", log});
    for (const bool again : {false, true}) {
        struct stat found {};
        cr_assert(::stat(log.c_str(), &found) == 0);
        cr_expect(found.st_uid == 12345 && found.st_gid == 12345);
        if (again) break;
        std::filesystem::rename(log, here / "old");
        cr_assert(::kill(server.pid(), SIGHUP) == 0);
        cr_expect(comes(log, "SIGHUP: log file reopened\"\n"));
    }
    expect_end(server);
}

Test(log_file, what_can_not_be_opened_again_leaves_the_log_where_it_is) {
    const place here;
    const std::string log = here / "log";
    served server("127.0.0.1:0", {"--log-file", log});
    std::filesystem::rename(log, here / "old");
    std::filesystem::create_directory(log);
    cr_assert(::kill(server.pid(), SIGHUP) == 0);
    cr_expect(comes(here / "old", "SIGHUP: cannot reopen the log file: Is a directory\"\n"));
    call(server, "1");
    expect_end(server);
}

Test(log_file, an_unusable_file_is_one_line_and_1) {
    const place here;
    const std::string start = "callbox: cannot open the log file ";
    const std::string none = here / "none/log";
    const auto said = [](const std::string& file) { return refusal({"--log-file", file}); };
    cr_expect(said(none) == start + none + ": No such file or directory\n1");
    cr_expect(said("/dev/null") == start + "/dev/null: not a regular file\n1");
}

// `ulimit -f`, systemd's LimitFSIZE=.
Test(log_file, its_size_limit_does_not_terminate_the_server) {
    const place here;
    served server("127.0.0.1:0", {"--log-file", here / "log", "--log-level", "info"});
    const rlimit little{.rlim_cur = 1, .rlim_max = 1};
    cr_assert(::prlimit(server.pid(), RLIMIT_FSIZE, &little, nullptr) == 0);
    call(server, "1");
    call(server, "2");
    expect_end(server);
}

}}  // namespace log_file_test
