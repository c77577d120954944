// Parses the status and the body of HTTP responses for client/dial.
#include "response.hpp"

#include "base/clock.hpp"
#include "http/line.hpp"
#include "http/response.hpp"

namespace callbox::net {

constexpr const char* too_long = "exceeds the size limit";

response_parser::response_parser(std::size_t body_max) : head_(head_bytes_max), chunks_(bounds_) {
    bounds_.request_bytes_max = body_max;
    bounds_.header_bytes_max = head_bytes_max;
}

http::progress response_parser::feed(std::string_view text) {
    while (in_head() && !text.empty()) {
        const std::size_t taken = std::min(text.size(), head_bytes_max - head_.size());
        head_.append(text.substr(0, taken));
        text.remove_prefix(taken);
        if (head_.overflowed()) throw std::bad_alloc();
        read_head();
        if (in_head() && head_.size() == head_bytes_max) refuse("the head is too long");
        if (!in_head()) read_body(head_.view().substr(line_at_));
    }
    read_body(text);
    return state();
}

void response_parser::take(int status, std::string_view body) {
    status_ = status;
    phrase_length_ = 0;
    body_.clear();
    body_.append(body);
    if (body_.overflowed()) throw std::bad_alloc();
    at_ = place::done;
}

// A body without a length ends with the connection: RFC 9112, 6.3
http::progress response_parser::end() {
    if (at_ == place::to_end) at_ = place::done;
    if (at_ != place::done && at_ != place::bad) refuse("ends prematurely");
    keep_alive_ = false;
    return state();
}

http::progress response_parser::state() const {
    if (at_ == place::bad) return http::progress::bad;
    return at_ == place::done ? http::progress::done : http::progress::more;
}

// HTTP-message = start-line CRLF *( field-line CRLF ) CRLF [ message-body ]   RFC 9112, 2.1
void response_parser::read_head() {
    while (in_head()) {
        const std::string_view all = head_.view();
        const http::line_end end = http::find_line_end(all, scanned_);
        scanned_ = end.at;
        if (end.what == http::line_end::kind::more) return;
        if (end.what == http::line_end::kind::bad) return refuse(http::reason_of(end, all));
        const std::string_view line = all.substr(line_at_, end.at - line_at_);
        if (at_ == place::status_line) status_line(line);
        else if (!line.empty()) field_line(line);
        else end_head();
        line_at_ = scanned_ = end.at + 2;
    }
}

// status-line = HTTP-version SP status-code SP [ reason-phrase ]   RFC 9112, 4
// Also accepts a line without the second SP and the phrase, which many servers send.
void response_parser::status_line(std::string_view line) {
    constexpr std::string_view form = "HTTP/1.x 200";
    const bool is_http = line.starts_with("HTTP/1.") && line.size() >= form.size() &&
                         ascii::is_digit(line[7]) && line[8] == ' ';
    if (!is_http) return refuse("does not begin with HTTP/1.1 and a status");
    const std::string_view code = line.substr(9, 3);
    const bool is_status = std::ranges::all_of(code, ascii::is_digit) &&
                           code[0] >= '1' && code[0] <= '5' &&
                           (line.size() == form.size() || line[form.size()] == ' ');
    if (!is_status) return refuse("the status is not a three-digit number");
    status_ = (code[0] - '0') * 100 + (code[1] - '0') * 10 + (code[2] - '0');
    const std::size_t phrase_begin = std::min(line.size(), form.size() + 1);
    phrase_at_ = line_at_ + phrase_begin;
    phrase_length_ = line.size() - phrase_begin;
    keep_alive_ = line[7] != '0';
    at_ = place::fields;
}

void response_parser::field_line(std::string_view line) {
    const std::size_t length = http::name_length(line);
    if (length == 0) return refuse(http::reason_against(line));
    const std::string_view name = line.substr(0, length);
    const std::string_view value = http::value_of(line, length + 1);
    if (ascii::is_word(name, "content-length")) return content_length(value);
    if (ascii::is_word(name, "connection")) {
        close_ |= ascii::has_word(value, "close");
        keep_alive_ |= ascii::has_word(value, "keep-alive");
    }
    if (ascii::is_word(name, "content-type"))
        is_stream_ = may_stream_ &&
                     ascii::is_word(ascii::trimmed(value.substr(0, value.find(';'))),
                                    http::event_stream_type);
    if (ascii::is_word(name, "retry-after")) retry_after_ = value;
    if (ascii::is_word(name, "date")) date_ = value;
    if (ascii::is_word(name, "transfer-encoding")) {
        if (chunked_ || !ascii::is_word(value, "chunked"))
            return refuse("Transfer-Encoding is not chunked");
        chunked_ = true;
    }
    // The request had no Accept-Encoding.
    if (ascii::is_word(name, "content-encoding") && !ascii::is_word(value, "identity"))
        refuse("unexpected Content-Encoding");
}

// Retry-After = HTTP-date / delay-seconds                          RFC 9110, 10.2.3
std::optional<std::uint32_t> response_parser::retry_after_s(std::int64_t now_s) const {
    if (const auto seconds = read_number<std::uint32_t>(retry_after_)) return seconds;
    const auto until = read_http_date(retry_after_, now_s);
    if (!until) return std::nullopt;
    const std::int64_t from = read_http_date(date_, now_s).value_or(now_s);
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(*until - from, 0, UINT32_MAX));
}

// Content-Length = 1*DIGIT                                         RFC 9110, 8.6
void response_parser::content_length(std::string_view value) {
    std::uint64_t number = 0;
    const char* const end = value.data() + value.size();
    const auto [at, problem] = std::from_chars(value.data(), end, number);
    if (problem == std::errc::result_out_of_range || number > bounds_.request_bytes_max)
        return refuse(too_long);
    if (problem != std::errc{} || at != end) return refuse("Content-Length is not a number");
    if (length_ && *length_ != number) return refuse("conflicting Content-Length fields");
    length_ = static_cast<std::size_t>(number);
}

// Determines the end of the body: RFC 9112, 6.3
void response_parser::end_head() {
    if (status_ == 101 && !may_upgrade_) return refuse("unrequested protocol switch");
    if (chunked_ && length_) return refuse("both Content-Length and Transfer-Encoding");
    is_stream_ = is_stream_ && status_ == 200;
    if (is_stream_) bounds_.request_bytes_max = SIZE_MAX;
    if (status_ == 101 || status_ == 204 || status_ == 304) {
        at_ = place::done;
    } else if (status_ < 200) {
        length_.reset();
        chunked_ = close_ = false;
        at_ = place::status_line;
    } else if (chunked_) {
        at_ = place::chunks;
    } else if (length_) {
        at_ = *length_ == 0 ? place::done : place::length;
    } else {
        at_ = place::to_end;
        close_ = true;
    }
}

void response_parser::consume(std::size_t count) {
    body_.consume(count);
    if (at_ == place::length) *length_ -= count;
}

void response_parser::read_body(std::string_view text) {
    assert(!in_head() || text.empty());
    if (text.empty() || at_ == place::bad) return;
    if (at_ == place::chunks) return read_chunks(text);
    std::size_t most = length_ ? *length_ : bounds_.request_bytes_max;
    if (status_ == 101) most = SIZE_MAX;
    if (at_ != place::done || status_ == 101) {
        const std::size_t taken = std::min(text.size(), most - body_.size());
        body_.append(text.substr(0, taken));
        text.remove_prefix(taken);
        if (body_.overflowed()) throw std::bad_alloc();
        if (at_ == place::length && body_.size() == most) at_ = place::done;
    }
    if (text.empty()) return;
    if (at_ == place::to_end) return refuse(too_long);
    close_ = true;  // bytes after the response belong to no request
}

void response_parser::read_chunks(std::string_view text) {
    const std::size_t before = body_.size();
    body_.append(text);
    if (body_.overflowed()) throw std::bad_alloc();
    const http::progress what = chunks_.feed(body().subspan(before));
    body_.truncate(before + chunks_.data());
    if (what == http::progress::bad)
        return refuse(chunks_.status() == 413 ? too_long : chunks_.reason());
    if (what == http::progress::more) return;
    at_ = place::done;
    read_body(text.substr(chunks_.used()));
}

void response_parser::refuse(const char* reason) {
    reason_ = reason;
    at_ = place::bad;
}

std::string status_text(const response_parser& got) {
    const std::string line = std::to_string(got.status()) + ' ' + std::string(got.phrase());
    return "the server answered " + std::string(ascii::trimmed(line));
}

}  // namespace callbox::net
