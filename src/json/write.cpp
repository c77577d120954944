// Writes C++ values as JSON at the end of an answer's bytes, which HTTP then frames and sends.
#include <callbox/json.hpp>

#include "base/utf8.hpp"
#include "format_double.hpp"
#include "string_scan.hpp"

#include <algorithm>
#include <cmath>

namespace callbox {

namespace {

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

}  // namespace

// From the last digit to the first.
void writer::digits(std::uint64_t number, bool is_negative) {
    separate();
    std::size_t size = is_negative + 1u;
    for (std::uint64_t rest = number; rest >= 10; rest /= 10) ++size;
    char* const to = out_->room(size);
    if (to == nullptr) return;
    *to = '-';
    char* at = to + size;
    do *--at = static_cast<char>('0' + number % 10);
    while ((number /= 10) != 0);
    out_->commit(size);
}

void writer::integer(std::int64_t number) {
    const auto bits = static_cast<std::uint64_t>(number);
    digits(number < 0 ? 0 - bits : bits, number < 0);
}
void writer::natural(std::uint64_t number) { digits(number, false); }

void writer::number(double number) {
    char text[double_text_max];
    if (std::isfinite(number)) return word({text, format_double(number, text)});
    mistaken_ = mistake::not_finite;
    null();
}

void writer::number(float number) {
    char text[double_text_max];
    if (std::isfinite(number)) return word({text, format_double(number, text)});
    mistaken_ = mistake::not_finite;
    null();
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

// string = quotation-mark *char quotation-mark                     RFC 8259, 7
// Copies plain characters and UTF-8 run by run. The string ends where the text is not UTF-8.
void writer::quoted(std::string_view text) {
    const char* run = text.data();  // read, but not yet written
    const char* const end = run + text.size();
    const char* at = string_scan::end_of_run(run, end);
    if (at == end) return plain_quoted(text);
    out_->append('"');
    for (; at != end; at = string_scan::end_of_run(at, end)) {
        if (static_cast<unsigned char>(*at) >= 0x80) {
            const char* const behind = utf8::end_of_run(at, end);
            if (behind == at) {
                mistaken_ = mistake::not_utf8;
                break;
            }
            at = behind;
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

void writer::plain_quoted(std::string_view text) {
    const std::size_t length = text.size() + 2;
    char* const to = out_->room(length);
    if (to == nullptr) return;
    to[0] = '"';
    std::copy(text.begin(), text.end(), to + 1);
    to[length - 1] = '"';
    out_->commit(length);
}

}  // namespace callbox
