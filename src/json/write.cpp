#include <callbox/json.hpp>

#include "base/utf8.hpp"
#include "decimal.hpp"
#include "scan.hpp"

#include <cmath>

namespace callbox {

namespace {

constexpr std::size_t integer_text_max = 20;  // -9223372036854775808

// escape ( %x22 / %x5C / %x62 / %x66 / %x6E / %x72 / %x74 / %x75 4HEXDIG )
//                                                                  RFC 8259, 7
// The view points to a literal or into `scratch`.
std::string_view escape_of(char c, char (&scratch)[6]) {
    constexpr char hex[] = "0123456789abcdef";
    switch (c) {
    case '"': return "\\\"";
    case '\\': return "\\\\";
    case '\b': return "\\b";
    case '\f': return "\\f";
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return "\\t";
    default: break;
    }
    const char made[6] = {'\\', 'u', '0', '0', hex[c >> 4 & 15], hex[c & 15]};
    std::copy(made, made + 6, scratch);
    return {scratch, sizeof made};
}

// Writes an integer that ends at `end` and returns its start.
[[gnu::always_inline]] inline char* put_before(char* end, std::uint64_t number, bool is_negative) {
    do *--end = static_cast<char>('0' + number % 10);
    while ((number /= 10) != 0);
    if (is_negative) *--end = '-';
    return end;
}

}  // namespace

// Fast path for sufficient room: needs no function call.
void writer::digits(std::uint64_t number, bool is_negative) {
    if (out_->left() <= integer_text_max || (comma_ && depth_ == 0)) [[unlikely]]
        return digits_anywhere(number, is_negative);
    char* const to = out_->room(1 + integer_text_max);
    *to = ',';
    std::size_t size = 1u + comma_ + is_negative;
    for (std::uint64_t rest = number; rest >= 10; rest /= 10) ++size;
    put_before(to + size, number, is_negative);
    comma_ = true;
    out_->commit(size);
}

void writer::digits_anywhere(std::uint64_t number, bool is_negative) {
    char text[integer_text_max];
    word({put_before(std::end(text), number, is_negative), std::end(text)});
}

template <std::floating_point Real> void writer::number(Real number) {
    char text[double_text_max];
    if (std::isfinite(number)) return word({text, format_double(number, text)});
    note(misuse::not_finite);
    null();
}
template void writer::number(double);
template void writer::number(float);

// string = quotation-mark *char quotation-mark                     RFC 8259, 7
[[gnu::always_inline]] inline void writer::quoted(std::string_view text) {
    const char* const end = text.data() + text.size();
    const char* const at = string_scan::end_of_run(text.data(), end);
    if (at != end) [[unlikely]] return escaped(text, at);
    const std::size_t length = text.size() + 2;
    char* const to = out_->room(length);
    if (to == nullptr) return;
    to[0] = '"';
    std::copy(text.begin(), text.end(), to + 1);
    to[length - 1] = '"';
    out_->commit(length);
}

// Copies plain characters and UTF-8 in runs. Stops at invalid UTF-8.
void writer::escaped(std::string_view text, const char* at) {
    const char* run = text.data();  // start of the text not yet written
    const char* const end = run + text.size();
    out_->append('"');
    for (; at != end; at = string_scan::end_of_run(at, end)) {
        if (static_cast<unsigned char>(*at) >= 0x80) {
            const char* const next = utf8::end_of_run(at, end);
            if (next == at) {
                note(misuse::not_utf8);
                break;
            }
            at = next;
            continue;
        }
        out_->append({run, at});
        char scratch[6];
        out_->append(escape_of(*at, scratch));
        run = ++at;
    }
    out_->append({run, at});
    out_->append('"');
}

void writer::string(std::string_view text) {
    separate();
    quoted(text);
}

void writer::key(std::string_view name) {
    separate();
    quoted(name);
    out_->append(':');
    comma_ = false;
}

}  // namespace callbox
