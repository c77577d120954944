// Lines to whatever standard output is, written piece by piece.
#include "server/stdio.hpp"
#include "support/ends.hpp"

#include <criterion/criterion.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace lines_test { namespace {

using callbox::fd, callbox::net::line_input, callbox::net::line_output;
using support::by, support::ends, support::ends_of;
using progress = callbox::net::line_progress;

bool is_nonblocking(const fd& one) { return (::fcntl(one.get(), F_GETFL) & O_NONBLOCK) != 0; }

// Reads what there is, without waiting for more.
std::string read_all(const fd& from) {
    (void)::fcntl(from.get(), F_SETFL, O_NONBLOCK);
    std::array<char, 4096> some;
    std::string got;
    for (ssize_t count; (count = ::read(from.get(), some.data(), some.size())) > 0;)
        got.append(some.data(), static_cast<std::size_t>(count));
    return got;
}

void put(line_output& out, std::string_view line) {
    out.put_line([&](callbox::bytes& to) { return to.append(line), true; });
}

TestSuite(server_lines, .timeout = 30);

Test(server_lines, a_line_has_no_line_ends_within) {
    line_output out;
    put(out, "a\nb\r\nc");
    out.put_line([](callbox::bytes&) { return false; });
    put(out, "");
    cr_expect(out.text().view() == "a b  c\n\n");
}

// A pipe blocks its writer, so that poll(2) is asked before each piece.
Test(server_lines, who_does_not_read_does_not_block_who_writes) {
    for (const by what : {by::sockets, by::terminal}) {
        const ends one = ends_of(what);
        cr_assert(one.writes);
        line_output out;
        out.open(one.writes.get());
        std::string all;
        for (int i = 0; i < 100'000; ++i) all += std::to_string(i) + ' ';
        put(out, all);
        std::size_t before = 0;
        while (before != out.text().size()) {
            before = out.text().size();
            cr_assert(out.write() == progress::going);
        }
        cr_expect(before != 0 && before < all.size());
        std::string got;
        while (!out.text().empty()) {
            got += read_all(one.reads);
            cr_assert(out.write() == progress::going);
        }
        cr_expect(got + read_all(one.reads) == all + '\n');
    }
}

Test(server_lines, a_terminal_stays_as_it_is_for_others) {
    const ends one = ends_of(by::terminal);
    line_output out;
    out.open(one.writes.get());
    cr_expect(out.get() != one.writes.get());
    cr_expect(is_nonblocking(fd(::dup(out.get()))) && !is_nonblocking(one.writes));
}

Test(server_lines, that_nobody_reads_any_more_is_no_failure) {
    ::signal(SIGPIPE, SIG_IGN);
    for (const by what : {by::pipes, by::sockets, by::terminal}) {
        ends one = ends_of(what);
        line_output out;
        out.open(one.writes.get());
        put(out, "a line");
        cr_expect(out.write() == progress::going && out.text().empty());
        one.reads.close();
        put(out, "another");
        cr_expect(out.write() == progress::ended, "%d: %d", static_cast<int>(what), errno);
    }
}

Test(server_lines, what_can_not_be_written_has_failed_and_says_why) {
    const fd full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
    cr_assert(full);
    line_output out;
    out.open(full.get());
    put(out, "a line");
    cr_expect(out.write() == progress::failed && errno == ENOSPC);
    line_output none;
    none.open(-1);
    put(none, "a line");
    cr_expect(none.write() == progress::failed && errno == EBADF);
    line_input in(100);
    cr_expect(in.read_from(-1) == progress::failed && errno == EBADF);
}

Test(server_lines, input_that_is_not_there_yet_has_not_ended) {
    ends one = ends_of(by::pipes);
    (void)::fcntl(one.reads.get(), F_SETFL, O_NONBLOCK);
    line_input in(100);
    std::span<char> line;
    cr_expect(in.read_from(one.reads.get()) == progress::going);
    cr_expect(in.next(line) == line_input::found::nothing);
    cr_assert(::write(one.writes.get(), "a\r\nb", 4) == 4);
    cr_expect(in.read_from(one.reads.get()) == progress::going);
    cr_assert(in.next(line) == line_input::found::line);
    cr_expect(std::string_view(line.data(), line.size()) == "a");
    cr_expect(in.next(line) == line_input::found::nothing);
    one.writes.close();
    cr_expect(in.read_from(one.reads.get()) == progress::ended);
    cr_assert(in.next(line) == line_input::found::line, "the last line needs no end");
    cr_expect(std::string_view(line.data(), line.size()) == "b");
    cr_expect(in.next(line) == line_input::found::nothing);
}

}}  // namespace lines_test
