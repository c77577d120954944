// Input: bytes not yet parsed. Output: the request, if they begin with a known head.
#include "known_heads.hpp"

#include "base/block.hpp"
#include "http/names.hpp"

namespace callbox::http::fast {

// Whether the bytes equal the head, in time independent of their values: see known_heads. The last
// block may overlap the one before it.
bool known_heads::is_like(const kept_head& head, const char* bytes) {
    static_assert(sizeof "GET / HTTP/1.1\r\n\r\n" > sizeof(block), "no head is shorter");
    block differs{};
    const auto compare = [&](std::size_t at) {
        const block other = block_at(bytes + at) ^ block_at(head.text.data() + at);
        differs |= other & block_at(head.mask.data() + at);
    };
    const std::size_t last = head.what.head_bytes - sizeof(block);
    for (std::size_t at = 0; at < last; at += sizeof(block)) compare(at);
    compare(last);
    return is_zero(differs);
}

// Most heads equal the previous one.
bool known_heads::read(std::string_view bytes, parser& out) {
    is_asked_ = use_.asks();
    if (!is_asked_) return false;
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(learnt_, heads_max));
    for (std::size_t i = 0, which = last_; i < count; ++i, which = (which + 1) % count) {
        const kept_head& head = all_[which];
        if (bytes.size() < head.what.head_bytes || !is_like(head, bytes.data())) continue;
        const std::string_view digits = bytes.substr(head.digits_at, head.digits);
        const auto length = read_number<std::uint64_t>(digits.empty() ? "0" : digits);
        if (!length) continue;
        out.take(head.what, bytes.data(), *length);
        last_ = which;
        use_.hit();
        return true;
    }
    return false;
}

bool known_heads::is_usual(std::string_view head, const request& r) {
    if (head.size() > head_bytes_max || r.version_1_0 || r.chunked) return false;
    if (r.has(field::expect) || r.has(field::traceparent)) return false;
    // Skips the request line. After an empty line it counts as an unknown field.
    ascii::take_until(head, '\n');
    while (head != "\r\n") {
        const std::string_view line = ascii::take_until(head, '\n');
        if (!known_at(line) && !is_common(line.substr(0, line.find(':')))) return false;
    }
    return true;
}

void known_heads::learn(std::string_view bytes, const request& r) {
    if (!is_asked_ || !use_.miss() || !is_usual(bytes.substr(0, r.head_bytes), r)) return;
    last_ = static_cast<std::size_t>(learnt_++ % heads_max);
    kept_head& head = all_[last_];
    head.what = r;
    head.what.head_id = learnt_;
    const std::string_view length = r[field::content_length];
    head.digits = length.size();
    head.digits_at = static_cast<std::size_t>(length.data() - bytes.data());
    bytes.copy(head.text.data(), r.head_bytes);
    head.mask.fill('\xff');
    std::fill_n(head.mask.begin() + static_cast<std::ptrdiff_t>(head.digits_at), head.digits, '\0');
}

}  // namespace callbox::http::fast
