// Takes a stream of server-sent events, and cuts. The events that the client reads do not depend on
// the cuts, or on how the response encodes its body, and equal those of the model. The text is also
// read as a body in chunks, which may be invalid.
#include "chunks_model.hpp"
#include "client/event_reader.hpp"
#include "client/response.hpp"
#include "event_stream_model.hpp"
#include "input.hpp"
#include "mutate.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace {

using callbox::http::progress;
using callbox::net::event_reader, callbox::net::response_parser;
using fuzz::expect, fuzz::expect_same;

constexpr std::size_t event_max = 60;  // small enough to be reached

struct verdict {
    std::vector<std::string> events = {};
    std::optional<std::uint32_t> retry_ms = {};
    bool too_long = false;

    bool operator==(const verdict&) const = default;
    std::string text() const {
        std::string all = "retry " + (retry_ms ? std::to_string(*retry_ms) : "none");
        for (const std::string& each : events) all += " [" + each + ']';
        return all + (too_long ? " too long" : "");
    }
};

verdict expected(std::string_view text) {
    fuzz::event_stream model = fuzz::read_event_stream(text, event_max);
    return {std::move(model.events), model.retry_ms, model.too_long};
}

// Reads all events of the text, and returns the number of bytes that are not used.
std::size_t read_into(verdict& out, event_reader& reader, std::string_view text) {
    while (reader.next(text)) out.events.emplace_back(reader.data());
    out.too_long = reader.is_too_long();
    out.retry_ms = reader.retry_ms();
    expect(text.empty() || out.too_long, "the reader uses all bytes");
    return text.size();
}

// Calls `feed` with each piece until it returns false.
template <class Feed>
void cut(std::string_view text, std::vector<std::size_t> cuts, Feed feed) {
    cuts.push_back(text.size());
    std::sort(cuts.begin(), cuts.end());
    std::size_t from = 0;
    for (const std::size_t to : cuts) {
        const fuzz::exact piece(text.substr(from, to - from));
        if (!feed(piece.view())) return;
        from = to;
    }
}

verdict read_cut(std::string_view text, const std::vector<std::size_t>& cuts) {
    verdict out;
    event_reader reader(event_max);
    cut(text, cuts, [&](std::string_view piece) {
        (void)read_into(out, reader, piece);
        return !out.too_long;
    });
    return out;
}

struct response_verdict {
    verdict stream = {};
    progress what = progress::more;

    bool operator==(const response_verdict&) const = default;
    std::string text() const {
        return stream.text() + ", " + std::to_string(static_cast<int>(what));
    }
};

// As client/typed/carrier does.
response_verdict read_response(std::string_view text, const std::vector<std::size_t>& cuts) {
    response_verdict out;
    response_parser response(1000);
    event_reader reader(event_max);
    response.allow_stream();
    cut(text, cuts, [&](std::string_view piece) {
        out.what = response.feed(piece);
        if (!response.is_stream()) return true;
        const std::string_view body(response.body().data(), response.body().size());
        response.consume(body.size() - read_into(out.stream, reader, body));
        return !out.stream.too_long && out.what == progress::more;
    });
    if (out.stream.too_long) out.what = progress::more;  // the rest is not read
    return out;
}

constexpr std::string_view head = "HTTP/1.1 200 OK\r\nContent-Type: Text/Event-Stream; a=b\r\n";

// The text in chunks that end where it is cut.
std::string chunked(const fuzz::input& given) {
    std::vector<std::size_t> ends{given.text.size()};
    for (const char c : given.choices) ends.push_back(fuzz::place(c, given.text.size()));
    std::sort(ends.begin(), ends.end());
    std::string all;
    std::size_t from = 0;
    for (const std::size_t to : ends) {
        if (from == to) continue;
        constexpr std::string_view digits = "0123456789abcdef";
        const std::size_t size = to - from;
        for (unsigned shift = 12; shift <= 12; shift -= 4) all += digits[size >> shift & 15];
        (((all += "\r\n") += given.text.substr(from, size)) += "\r\n");
        from = to;
    }
    return all + "0\r\n\r\n";
}

// In one of the encodings.
void check_encoding(const fuzz::input& given, const verdict& wanted) {
    const std::string length = std::to_string(given.text.size());
    const std::string text(given.text), begin(head);
    const std::string all[] = {
        begin + "\r\n" + text,
        begin + "Content-Length: " + length + "\r\n\r\n" + text,
        begin + "Transfer-Encoding: chunked\r\n\r\n" + chunked(given),
    };
    const std::size_t which = given.text.size() % std::size(all);
    const response_verdict got =
        fuzz::read_in_pieces(fuzz::input{all[which], given.choices}, read_response);
    expect_same(got.stream, wanted, "the events do not depend on the encoding");
    if (!wanted.too_long)
        expect(got.what == (which == 0 ? progress::more : progress::done),
               "the response ends with its body", got.text());
}

// The text is the body, as it is.
void check_chunks(const fuzz::input& given) {
    callbox::limits bounds;
    bounds.request_bytes_max = SIZE_MAX;
    bounds.header_bytes_max = response_parser::head_bytes_max;
    fuzz::chunks_reader model(given.text, bounds);
    const auto what = model.read();
    const verdict wanted = expected(model.data());
    const std::string all =
        std::string(head) + "Transfer-Encoding: chunked\r\n\r\n" + std::string(given.text);
    const response_verdict got =
        fuzz::read_in_pieces(fuzz::input{all, given.choices}, read_response);
    if (got.stream.too_long) return expect(wanted.too_long, "an event is too long", got.text());
    expect(static_cast<int>(got.what) == static_cast<int>(what), "the model of chunks agrees",
           got.text(), std::to_string(static_cast<int>(what)));
    if (got.what != progress::bad)
        expect_same(got.stream, wanted, "the events are those of the data in chunks");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const fuzz::input given = fuzz::split(data, size);
    const verdict wanted = expected(given.text);
    expect_same(fuzz::read_in_pieces(given, read_cut), wanted, "the events equal the model's");
    check_encoding(given, wanted);
    check_chunks(given);
    return 0;
}
