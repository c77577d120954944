// Messages of a stream of events. server/event_stream_test.cpp has whole streams.
#include "http/event_stream.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace http_event_stream_test { namespace {

std::string event_of(std::string_view json, bool is_chunked) {
    callbox::bytes out;
    out.append("before\r\n");
    callbox::http::append_event(out, json, is_chunked);
    return std::string(out.view());
}

// A line end would end the field, and the event with it.
Test(http_event_stream, line_ends_in_json_are_spaces) {
    constexpr std::string_view json = "\n{\"a\":\r\n[1,\n\n2]\r}\n";
    cr_expect(event_of(json, false) == "before\r\ndata:  {\"a\":  [1,  2] } \n\n");
    cr_expect(event_of(json, true) == "before\r\n1a\r\ndata:  {\"a\":  [1,  2] } \n\n\r\n");
}

Test(http_event_stream, other_characters_are_as_they_were) {
    constexpr std::string_view json = R"({"a":"\r\n ä"})";
    cr_expect(event_of(json, false) == "before\r\ndata: " + std::string(json) + "\n\n");
}

}}  // namespace http_event_stream_test
