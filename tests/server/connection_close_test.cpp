// How a connection ends: at once, or after what the peer still sends is read.
#include "calling.hpp"
#include "talk.hpp"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <string>
#include <vector>

namespace connection_close_test { namespace {

using namespace net_test;
using made_up::answered, made_up::sent;

const std::string close_field = "Connection: close\r\n";
const std::string last = post(call("last"), close_field);
const std::string last_in_chunks =
    chunked_head(close_field) + chunk(call("last").substr(0, 9)) + chunk(call("last").substr(9)) +
    "0\r\n\r\n";

std::string old(std::string request) {
    request.replace(request.find("HTTP/1.1"), 8, "HTTP/1.0");
    return request;
}

// Those whose client says that it sends no more.
const std::vector<std::string> last_requests{
    last, last_in_chunks, old(post(call("old"))), old(get("/livez")), old(get("/nowhere")),
    post(call("a")) + get("/livez") + last, "\r\n" + last,
    post("{", close_field), post(call("a"), close_field + "Expect: 100-continue\r\n")};

Test(server_connection, the_answer_to_a_last_request_is_the_end_at_any_cut) {
    for (const std::string& request : last_requests) {
        for (std::size_t at = 0; at < request.size(); ++at) {
            talk t(std::string_view(request).substr(0, at));
            cr_assert(t.link.current() <= phase::body);
            t.send(std::string_view(request).substr(at));
            cr_assert(t.answers().back().has("Connection: close"));
            cr_assert(t.link.current() == phase::closed, "%zu of %s", at, request.c_str());
            cr_assert(eq(sz, t.link.memory(), 0));
        }
    }
}

Test(server_connection, bytes_behind_a_last_request_are_read_and_dropped) {
    for (const std::string& request : last_requests) {
        for (const std::string& more : {std::string("\r\n"), std::string("x"), post(call("b"))}) {
            talk t(request + more);
            cr_assert(t.answers().back().has("Connection: close"));
            cr_assert(t.link.current() == phase::lingering, "%s", request.c_str());
            int calls = t.called.count;
            t.send(post(call("later")));
            cr_assert(eq(int, t.called.count, calls));
            t.end();
            cr_assert(t.link.current() == phase::closed);
        }
    }
}

// The read that brought the end of the request may not have brought all.
Test(server_connection, a_last_request_that_fills_a_read_may_have_bytes_behind_it) {
    constexpr std::size_t most = callbox::net::input_bytes;
    for (const std::size_t bytes : {most - 1, most, most + 1}) {
        std::string body = call("");
        body.resize(bytes - post("", close_field).size() - 5, ' ');  // its length has six digits
        const std::string request = post(body, close_field);
        cr_assert(request.size() == bytes);
        talk t(request);
        cr_assert(eq(str, t.statuses(), "200"));
        const bool lingers = t.link.current() == phase::lingering;
        cr_assert(lingers == (bytes == most));
    }
}

Test(server_connection, a_byte_behind_the_body_of_a_last_request_is_asked_for) {
    for (const bool closes : {false, true}) {
        const std::string request = post(call("a"), closes ? close_field : "");
        talk t(request.substr(0, request.size() - 7));
        cr_assert(eq(sz, t.link.room(t.now).size(), closes ? 8 : 7));
    }
}

// Who says nothing of the end may have sent a request that crosses it.
Test(server_connection, an_end_that_the_client_has_not_asked_for_is_followed_by_reading) {
    talk drained;
    drained.common.draining = true;
    drained.send(post(call("a")));
    cr_assert(drained.answers()[0].has("Connection: close"));
    cr_assert(drained.link.current() == phase::lingering);

    const callbox::limits small{.request_bytes_max = 10};
    for (const std::string& request :
         {last, last_in_chunks, "\n" + last, get("/ "),
          "POST / HTTP/1.0\r\nContent-Length: 11\r\n\r\n" + std::string(11, ' '),
          "POST /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
          "Expect: 100-continue\r\nContent-Length: 9\r\n\r\n" + std::string(9, ' ')}) {
        talk t(small);
        t.send(request);
        cr_assert(t.answers().back().status >= 400, "%s", request.c_str());
        cr_assert(t.answers().back().has("Connection: close"));
        cr_assert(t.link.current() == phase::lingering, "%s", request.c_str());
    }
}

Test(server_connection, a_last_answer_that_is_taken_slowly_is_sent_whole) {
    talk t;
    t.takes = 1'000;
    t.send(post(repeated(200'000), close_field));
    cr_assert(t.link.current() == phase::writing);
    t.takes = 150'000;
    t.flush();
    cr_assert(t.link.current() == phase::writing);
    t.take_all();
    cr_assert(t.is_at("200", phase::closed), "%s", t.statuses().c_str());
}

Test(server_connection, a_late_last_answer_is_the_end_unless_more_has_come) {
    for (const std::string& more : {std::string(), post(sent("slow", "[2]"))}) {
        line l(post(sent("slow", "[1]"), close_field) + more);
        cr_assert(l.link.current() == phase::calling);
        cr_assert(eq(str, l.body_after(1), answered("1")));
        cr_assert(l.link.current() == (more.empty() ? phase::closed : phase::lingering));
        cr_assert(eq(sz, l.slow.all.size(), 1));
    }
}

}}  // namespace connection_close_test
