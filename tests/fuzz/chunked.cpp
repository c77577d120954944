// Takes a chunked body and cuts. The result of http::chunked does not depend on the cuts and equals
// that of the model: whether the body is valid, its data, and where it ends.
#include "http/chunked.hpp"

#include "chunks_model.hpp"
#include "input.hpp"
#include "mutate.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace {

using callbox::http::chunked;
using callbox::http::progress;
using fuzz::expect;

struct verdict {
    progress what = progress::more;
    int status = 0;
    std::string reason = {};
    std::string data = {};
    std::size_t used = 0;

    bool operator==(const verdict&) const = default;
    std::string text() const {
        constexpr const char* names[] = {"more", "bad", "done"};
        return std::string(names[static_cast<int>(what)]) + " " + std::to_string(status) + " " +
               reason + ", used " + std::to_string(used) + ", data: " + data;
    }
};

// Small enough to be reached.
constexpr callbox::limits bounds = [] {
    callbox::limits small;
    small.request_bytes_max = 100;
    small.header_bytes_max = 40;
    small.header_count_max = 3;
    return small;
}();

void check_against_model(const verdict& found, std::string_view text) {
    fuzz::chunks_reader model(text, bounds);
    const auto wanted = model.read();
    const bool bad = found.what == progress::bad;
    expect((found.status != 0) == bad, "a bad body has a status", found.text());
    expect(!bad || found.status == 400 || found.status == 413 || found.status == 431,
           "and an allowed one", found.text());
    if (model.is_near_limit() && bad) return;
    expect(static_cast<int>(found.what) == static_cast<int>(wanted), "the model agrees",
           found.text(), std::to_string(static_cast<int>(wanted)));
    if (bad) return;
    expect(found.data == model.data(), "the data equals the model's", found.data, model.data());
    expect(found.used == model.used(), "the body ends where the model says", found.text());
}

verdict read_cut(std::string_view text, std::vector<std::size_t> cuts) {
    cuts.push_back(text.size());
    std::sort(cuts.begin(), cuts.end());
    chunked reader(bounds);
    verdict out;
    std::size_t from = 0;
    for (const std::size_t to : cuts) {
        if (out.what != progress::more) break;
        fuzz::exact piece(text.substr(from, to - from));
        out.what = reader.feed(piece.span());
        out.data.append(piece.span().data(), reader.data());
        out.used += reader.used();
        if (out.what == progress::more) expect(reader.used() == to - from, "`more` uses all bytes");
        expect(reader.total() == out.data.size(), "the total is the size of all data");
        from = to;
    }
    out.status = reader.status();
    out.reason = reader.reason();
    return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const fuzz::input one = fuzz::split(data, size);
    check_against_model(fuzz::read_in_pieces(one, read_cut), one.text);
    return 0;
}
