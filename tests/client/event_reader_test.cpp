// client/event_reader with valid and invalid streams, whole and byte by byte.
#include "client/event_reader.hpp"

#include <criterion/criterion.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace event_reader_test { namespace {

using callbox::net::event_reader;
using std::string;
using std::string_view;

// The data of each event in brackets; " too long" at the end.
string read(string_view stream, std::size_t step, std::size_t most = 1'000) {
    event_reader reader(most);
    string all;
    for (; !stream.empty(); stream.remove_prefix(std::min(step, stream.size()))) {
        string_view part = stream.substr(0, step);
        while (reader.next(part)) all += '[' + string(reader.data()) + ']';
        cr_assert(part.empty() || reader.is_too_long());
    }
    return all + (reader.is_too_long() ? " too long" : "");
}

struct {
    string_view stream;
    string_view data;
} constexpr rows[] = {
    {"", ""},
    {"data: a\n\n", "[a]"},
    {"data: a\r\n\r\n", "[a]"},
    {"data: a\r\r", "[a]"},
    {"data: a\r\n\ndata: b\n\r\n", "[a][b]"},
    {"data: a\r\rdata: b\n\n", "[a][b]"},
    {"data:a\n\n", "[a]"},
    {"data:  a \n\n", "[ a ]"},
    {"data: a\ndata: b\n\n", "[a\nb]"},
    {"data\n\n", "[]"},
    {"data: a: b\n\n", "[a: b]"},
    {": comment\n\ndata: a\n: comment\n\n", "[a]"},
    {":\n\n:\n\n", ""},
    {"\n\n\ndata: a\n\n\n", "[a]"},
    {"event: x\nid: 7\nunknown: y\ndata: a\n\n", "[a]"},
    {"event: x\n\ndata: a\n\n", "[a]"},
    {"Data: a\n\ndata : b\n\n datA: c\n\n", ""},
    {"\xef\xbb\xbf" "data: a\n\n", "[a]"},
    {"data: a\n\n\xef\xbb\xbf" "data: b\n\n", "[a]"},
    {"data: a", ""},
    {"data: a\n", ""},
    {"data: a\n\ndata: b\n", "[a]"},
};

TestSuite(client_event_reader, .timeout = 60);

Test(client_event_reader, streams_have_the_events_of_the_specification) {
    for (const auto& [stream, data] : rows)
        for (const std::size_t step : {1ul, 2ul, 3ul, 100ul}) {
            const string got = read(stream, step);
            cr_expect(got == data, "\"%s\" in steps of %zu: %s", string(stream).c_str(), step,
                      got.c_str());
        }
}

Test(client_event_reader, an_event_has_a_greatest_length) {
    for (const std::size_t step : {1ul, 4ul, 100ul}) {
        cr_expect(read("data: 1234\n\ndata: 5678\n\n", step, 10) == "[1234][5678]");
        cr_expect(read("data: 1234\n\ndata: 56789\n\n", step, 10) == "[1234] too long");
        cr_expect(read("data: 1\ndata: 2\ndata: 3\n\n", step, 10) == " too long");
        cr_expect(read(": 123456789", step, 10) == " too long");
    }
}

Test(client_event_reader, the_time_of_a_retry_is_a_number) {
    struct {
        string_view stream;
        std::optional<std::uint32_t> wanted;
    } const times[] = {
        {"retry: 1000\n", 1000}, {"retry:0\n", 0},      {"retry: 1\nretry: 2\n", 2},
        {"retry: 5", {}},        {"retry: -1\n", {}},   {"retry: 1s\n", {}},
        {"retry\n", {}},         {"retry: 3\nretry: x\n", 3}, {"retry: 4294967296\n", {}},
    };
    for (auto [stream, wanted] : times) {
        event_reader reader(100);
        cr_expect(!reader.next(stream));
        cr_expect(reader.retry_ms() == wanted);
    }
}

} }  // namespace event_reader_test
