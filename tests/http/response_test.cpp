// The head of a response, put before its body, and messages of a stream of events.
// server/event_stream_test.cpp has whole streams.
#include "http/response.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace response_test { namespace {

using callbox::bytes;
using callbox::http::head;
using callbox::http::put_head;

constexpr std::string_view date = "Thu, 20 Nov 2025 10:00:00 GMT";

const head usual{.date = date,
                 .content_type = "application/json",
                 .fields = "X-Content-Type-Options: nosniff\r\n"};

// The response to which the head is put, behind what was in the bytes already.
std::string response(std::string_view before, std::string_view body, const head& what) {
    bytes out;
    out.append(before);
    out.append(body);
    const std::size_t length = put_head(out, before.size(), what);
    cr_expect(out.size() == before.size() + length + body.size());
    cr_expect(!out.overflowed());
    return std::string(out.view());
}

void expect_text(const std::string& found, std::string_view wanted) {
    cr_expect(found == wanted, "found %s", found.c_str());
}

// Its fields come last, as they are, and may be longer than any buffer. An empty body has a length,
// but nothing (204, 304) has neither length nor type.
Test(http_response, a_head_stands_before_its_body_and_behind_the_responses_before_it) {
    const std::string ok = "HTTP/1.1 200 OK\r\nDate: d\r\n";
    const std::string fields = "X: " + std::string(100'000, 'a') + "\r\n";
    const struct {
        std::string_view before, body;
        head what;
        std::string wanted;
    } rows[] = {
        {"", "[]", {.date = date, .content_type = "application/json"},
         "HTTP/1.1 200 OK\r\nDate: Thu, 20 Nov 2025 10:00:00 GMT\r\n"
         "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n[]"},
        {"HTTP/1.1 ...", "x", {.date = "d", .content_type = "t"},
         "HTTP/1.1 ..." + ok + "Content-Type: t\r\nContent-Length: 1\r\n\r\nx"},
        {"", "", {.date = "d"}, ok + "Content-Length: 0\r\n\r\n"},
        {"", "x",
         {.status = 405, .date = "d", .content_type = "t",
          .fields = "Allow: POST\r\nVary: Origin\r\n", .close = true},
         "HTTP/1.1 405 Method Not Allowed\r\nDate: d\r\nContent-Type: t\r\nContent-Length: 1\r\n"
         "Connection: close\r\nAllow: POST\r\nVary: Origin\r\n\r\nx"},
        {"", "x", {.date = "d", .fields = fields}, ok + "Content-Length: 1\r\n" + fields + "\r\nx"},
        {"", "", {.date = "d", .keep_alive = true},
         ok + "Content-Length: 0\r\nConnection: keep-alive\r\n\r\n"},
        {"", "", {.date = "d", .close = true, .keep_alive = true},
         ok + "Content-Length: 0\r\nConnection: close\r\n\r\n"},
        {"", "", {.status = 204, .date = "d"}, "HTTP/1.1 204 No Content\r\nDate: d\r\n\r\n"},
        {"", "", {.status = 304, .date = "d", .content_type = "t", .fields = "ETag: \"e\"\r\n"},
         "HTTP/1.1 304 Not Modified\r\nDate: d\r\nETag: \"e\"\r\n\r\n"},
    };
    for (const auto& [before, body, what, wanted] : rows)
        expect_text(response(before, body, what), wanted);
}

Test(http_response, there_may_be_room_for_the_head_already_enough_or_not) {
    const std::string wanted = response("before", "body", {.date = "d", .content_type = "t"});
    const std::size_t size = wanted.size() - 10;
    for (const std::size_t room : {size - size, size - 1, size, size + 1, 2 * size})
        for (const std::size_t limit : {SIZE_MAX, 6 + size + 4, 6 + size + 3}) {
            bytes out;
            out.append("before");
            out.append(std::string(room, '#'));
            out.append("body");
            out.limit(limit);
            const std::size_t put =
                put_head(out, 6 + room, {.date = "d", .content_type = "t", .room = room});
            const bool fits = room >= size || limit >= 6 + size + 4;
            cr_expect(put == (fits ? size : 0), "%zu %zu", room, limit);
            cr_expect(out.overflowed() == !fits, "%zu %zu", room, limit);
            if (fits) expect_text(std::string(out.view()), wanted);
        }
}

Test(http_response, parts_of_every_length_are_copied_whole) {
    for (std::size_t length = 1; length < 70; ++length) {
        std::string text;
        for (std::size_t i = 0; i < length; ++i) text += static_cast<char>('0' + i);
        expect_text(response("", "", {.date = text, .fields = text}),
                    "HTTP/1.1 200 OK\r\nDate: " + text + "\r\nContent-Length: 0\r\n" + text +
                        "\r\n");
    }
}

Test(http_response, the_length_is_told_in_all_its_digits) {
    for (const std::size_t length : {9, 10, 99, 100, 65'536, 1'234'567}) {
        const std::string body(length, 'a');
        expect_text(response("", body, {.date = "d"}),
                    "HTTP/1.1 200 OK\r\nDate: d\r\nContent-Length: " + std::to_string(length) +
                        "\r\n\r\n" + body);
    }
}

Test(http_response, the_body_of_an_answer_to_head_is_cut_off_behind_its_head) {
    bytes out;
    out.append("before");
    out.append("body");
    const std::size_t length = put_head(out, 6, {.date = "d"});
    out.truncate(6 + length);
    expect_text(std::string(out.view()),
                "beforeHTTP/1.1 200 OK\r\nDate: d\r\nContent-Length: 4\r\n\r\n");
}

Test(http_response, a_head_that_does_not_fit_is_not_put) {
    constexpr std::size_t wanted = 47;  // HTTP/1.1 200 OK, Date: d, Content-Length: 4
    for (std::size_t room = 0; room <= wanted + 1; ++room) {
        bytes out(4 + room);
        out.append("body");
        const std::size_t length = put_head(out, 0, {.date = "d"});
        cr_expect(length == (room < wanted ? 0 : wanted), "%zu: %zu", room, length);
        cr_expect(out.overflowed() == (room < wanted), "%zu", room);
        if (length == 0) cr_expect(out.view() == "body");
    }
}

Test(http_response, the_head_of_a_body_that_overflowed_is_not_put) {
    bytes out(100);
    out.append(std::string(101, 'a'));
    cr_assert(out.overflowed());
    cr_assert(put_head(out, 0, {.date = "d"}) == 0);
    cr_assert(out.empty());
}

Test(http_response, the_head_of_a_body_that_overflowed_is_not_put_into_its_room_either) {
    const std::size_t size = response("", "", {.date = "d"}).size();
    for (const std::size_t room : {size - 1, size, size + 1}) {
        bytes out(room + 1);
        out.append(std::string(room, '#'));
        out.append("body");
        cr_assert(out.overflowed());
        cr_expect(put_head(out, room, {.date = "d", .room = room}) == 0, "%zu", room);
        cr_expect(out.overflowed(), "%zu", room);
    }
}

Test(http_response, every_status_that_is_sent_has_a_phrase) {
    for (const int status : {101, 200, 202, 204, 304, 400, 401, 403, 404, 405, 408, 413, 414, 415,
                             417, 426, 431, 500, 501, 503, 505})
        cr_expect(!callbox::http::phrase_of(status).empty(), "%d", status);
    cr_assert(callbox::http::phrase_of(299).empty());
    expect_text(response("", "", {.status = 599, .date = "d"}),
                "HTTP/1.1 599 \r\nDate: d\r\nContent-Length: 0\r\n\r\n");
}

// The head that nearly every answer has, by either function, with as much room before the body.
Test(http_response, the_usual_head_is_the_same_when_it_is_put_faster) {
    const std::size_t without_digits = response("", "", usual).size() - 1;
    for (const std::size_t size : {0u, 1u, 9u, 10u, 99u, 100u, 12345u}) {
        const std::size_t digits = std::to_string(size).size();
        const std::string body(size, 'x');
        for (std::size_t room = 0; room < without_digits + 9; ++room) {
            bytes out;
            out.append("before" + std::string(room, '?') + body);
            const std::size_t at = 6 + room;
            const bool fits = room == without_digits + digits;
            cr_expect(callbox::http::put_usual_head(out, at, room, date) == fits, "%zu", room);
            cr_expect(out.size() == at + size && out.view().starts_with("before"));
            cr_expect(out.view().ends_with(body));
            if (fits) expect_text(std::string(out.view()), response("before", body, usual));
        }
    }
}

Test(http_response, the_usual_head_is_not_put_when_memory_has_run_out) {
    bytes out;
    const std::size_t room = response("", "{}", usual).size() - 2;
    out.append(std::string(room, '?') + "{}");
    cr_expect(callbox::http::put_usual_head(out, room, room, date));
    (void)out.room(SIZE_MAX);
    cr_expect(out.overflowed());
    cr_expect(!callbox::http::put_usual_head(out, room, room, date));
}

std::string event_of(std::string_view json, bool is_chunked) {
    bytes out;
    out.append("before\r\n");
    callbox::http::append_event(out, json, is_chunked);
    return std::string(out.view());
}

// A line end would end the field, and the event with it.
Test(http_response, line_ends_in_json_are_spaces) {
    constexpr std::string_view json = "\n{\"a\":\r\n[1,\n\n2]\r}\n";
    cr_expect(event_of(json, false) == "before\r\ndata:  {\"a\":  [1,  2] } \n\n");
    cr_expect(event_of(json, true) == "before\r\n1a\r\ndata:  {\"a\":  [1,  2] } \n\n\r\n");
}

Test(http_response, other_characters_are_as_they_were) {
    constexpr std::string_view json = R"({"a":"\r\n ä"})";
    cr_expect(event_of(json, false) == "before\r\ndata: " + std::string(json) + "\n\n");
}

}}  // namespace response_test
