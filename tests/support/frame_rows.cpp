// Reads rows of frames for tests/server/websocket_rows_test.cpp.
#include "frame_rows.hpp"

#include "frames.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <utility>

namespace wire {
namespace {

constexpr std::string_view call_begin = R"({"jsonrpc":"2.0","method":"echo","params":[")";
constexpr std::string_view call_end = R"("],"id":1})";
constexpr std::string_view close_begin = "close";

std::optional<std::size_t> number_of(std::string_view text) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

// The pattern as often as it fits into `size` bytes, then its beginning.
std::string repeated(std::string pattern, std::size_t size) {
    if (pattern.empty() || size == 0) return "";
    while (pattern.size() < size) pattern.append(pattern, 0, size - pattern.size());
    pattern.resize(size);
    return pattern;
}

// As in a JSON string; text that needs no escape is unchanged, even if it is not UTF-8.
std::string escaped(std::string_view bytes) {
    std::string out;
    for (const char c : bytes) {
        static constexpr std::string_view digits = "0123456789abcdef";
        const auto code = static_cast<unsigned char>(c);
        if (code < 0x20) out += std::string("\\u00") + digits[code >> 4] + digits[code & 15];
        else if (c == '"' || c == '\\') out += std::string("\\") + c;
        else out += c;
    }
    return out;
}

// One row. The payload of a frame is a list of parts, which may belong to several steps.
class row_reader {
public:
    row_reader(std::string_view text, bool with_calls) : rest_(text), with_calls_(with_calls) {}
    row_steps read();

private:
    enum class kind { data, begin, end };
    struct part {
        kind what = kind::data;
        std::string bytes = {};
        std::size_t step = 0;
        std::size_t payload_size = 0;  // repeated, unless 0, up to this size of the payload
    };
    struct answer {
        std::string text;
        std::size_t step = 0;
    };

    bool next();
    bool data();
    bool literal(std::string& out);
    bool word(std::string_view text);
    bool setting(std::string_view name);
    bool begin_frame(std::string_view text);
    bool add_answer(std::string_view text);
    void add(kind what, std::string bytes = {}, std::size_t payload_size = 0);
    void end_frame();
    void finish_parts();
    void send_fragments(std::string_view payload);
    std::string_view take_word();
    std::size_t last() const { return out_.all.size() - 1; }

    std::string_view rest_;
    bool with_calls_;
    row_steps out_{{frame_step{}}, SIZE_MAX, {}};
    std::optional<unsigned> first_;  // the first byte of the current frame
    std::size_t begins_in_ = 0;
    std::vector<part> parts_;
    std::vector<answer> answers_;
    std::vector<std::string> arguments_;  // of the calls
    std::string argument_;
    bool in_call_ = false;
    bool expects_ = false;  // after "=>"
    std::size_t fragment_size_ = SIZE_MAX;
    std::size_t times_ = 1;
};

row_steps row_reader::read() {
    while (true) {
        rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size()));
        if (rest_.empty()) break;
        const std::string here(rest_.substr(0, 40));
        if (!next()) return {{}, 0, "malformed at: " + here};
    }
    end_frame();
    std::size_t echoed = 0;
    for (const answer& each : answers_) {
        std::string text = each.text;
        if (text == "echo") {
            if (echoed == arguments_.size()) return {{}, 0, "malformed: an echo without a call"};
            text = R"(text {"jsonrpc":"2.0","result":")" + arguments_[echoed++] + R"(","id":1})";
        }
        out_.all[each.step].expected += text + '\n';
    }
    std::vector<frame_step> again = out_.all;
    const bool closes = !answers_.empty() && answers_.back().text.starts_with(close_begin);
    for (frame_step& each : again)
        if (closes) each.expected.clear();
    for (std::size_t i = 1; i < times_; ++i)
        out_.all.insert(out_.all.end(), again.begin(), again.end());
    return std::move(out_);
}

// row = *( "by" size / "chop" size / "times" count ) step *( ";" step )
// step = *( frame / part ) [ "=>" *answer ]
bool row_reader::next() {
    if (take_prefix(rest_, "=>")) return !std::exchange(expects_, true);
    if (take_prefix(rest_, ";")) {
        out_.all.emplace_back();
        expects_ = false;
        return true;
    }
    if (rest_.front() == '"' || rest_.starts_with("0x")) return data();
    if (first_ && !expects_ && take_prefix(rest_, "(")) return add(kind::begin), true;
    if (first_ && !expects_ && take_prefix(rest_, ")")) return add(kind::end), true;
    return word(take_word());
}

std::string_view row_reader::take_word() {
    const std::string_view text = rest_.substr(0, rest_.find_first_of(" ();"));
    rest_.remove_prefix(text.size());
    return text;
}

// part = "(" / ")" / code / data
// data = ( DQUOTE text DQUOTE / "0x" hex ) [ ( "*" / "=" ) size ]
bool row_reader::data() {
    std::string bytes;
    if (!literal(bytes)) return false;
    if (in_call_ && !expects_) bytes = escaped(bytes);
    std::size_t payload_size = 0;
    const bool fills = rest_.starts_with('=') && !rest_.starts_with("=>");
    if (fills || take_prefix(rest_, "*")) {
        if (fills) rest_.remove_prefix(1);
        const auto size = number_of(take_word());
        if (!size) return false;
        if (fills) payload_size = *size;
        else bytes = repeated(std::move(bytes), *size);
    }
    if (!expects_) return first_ && (add(kind::data, std::move(bytes), payload_size), true);
    if (answers_.empty() || !answers_.back().text.starts_with("pong")) return false;
    answers_.back().text += bytes;
    return true;
}

bool row_reader::literal(std::string& out) {
    if (take_prefix(rest_, "\"")) {
        const std::size_t end = rest_.find('"');
        if (end == std::string_view::npos) return false;
        out = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        return true;
    }
    rest_.remove_prefix(2);
    for (unsigned byte = 0; rest_.size() >= 2; out += static_cast<char>(byte)) {
        const char* const at = rest_.data();
        if (std::from_chars(at, at + 2, byte, 16).ptr != at + 2) break;
        rest_.remove_prefix(2);
    }
    return !out.empty();
}

bool row_reader::word(std::string_view text) {
    if (expects_) return add_answer(text);
    if (const auto code = number_of(text); code && first_ && (*first_ & 0x0f) == 8) {
        add(kind::data, {static_cast<char>(*code >> 8), static_cast<char>(*code)});
        return *code <= 0xffff;
    }
    return setting(text) || begin_frame(text);
}

bool row_reader::setting(std::string_view name) {
    std::size_t* const to = name == "by" ? &fragment_size_ : name == "chop" ? &out_.piece
                            : name == "times" ? &times_ : nullptr;
    if (to == nullptr || first_ || !take_prefix(rest_, " ")) return false;
    const auto number = number_of(take_word());
    *to = number.value_or(0);
    return *to != 0;
}

// frame = name [ "..." ] [ "+rsv" bits ] *part
bool row_reader::begin_frame(std::string_view text) {
    static constexpr std::array<std::string_view, 11> names{
        "continuation", "text", "binary", "", "", "", "", "", "close", "ping", "pong"};
    end_frame();
    unsigned first = 0x80;
    if (const std::size_t plus = text.find("+rsv"); plus != std::string_view::npos) {
        const auto bits = number_of(text.substr(plus + 4));
        if (!bits || *bits > 7) return false;
        first |= static_cast<unsigned>(*bits) << 4;
        text = text.substr(0, plus);
    }
    if (text.ends_with("...")) {
        text.remove_suffix(3);
        first &= 0x7f;
    }
    const auto at = std::find(names.begin(), names.end(), text);
    std::optional<std::size_t> code;
    if (take_prefix(text, "opcode")) code = number_of(text);
    else if (at != names.end() && !text.empty()) code = at - names.begin();
    if (!code || *code > 15) return false;
    first_ = first | static_cast<unsigned>(*code);
    begins_in_ = last();
    return true;
}

// answer = "nothing" / "echo" / "error" code / "pong" [ data ] / "close" [ code ]
bool row_reader::add_answer(std::string_view text) {
    if (text == "nothing") return true;
    if (const auto code = number_of(text)) {
        if (answers_.empty() || answers_.back().text != close_begin) return false;
        answers_.back().text += ' ' + std::to_string(*code);
        return true;
    }
    if (text == "error" && take_prefix(rest_, " ")) {
        const std::string code(take_word());
        answers_.push_back({R"(text {"jsonrpc":"2.0","error":{"code":)" + code + "...}", last()});
        return true;
    }
    if (text != "echo" && text != "pong" && text != close_begin) return false;
    answers_.push_back({text == "pong" ? "pong " : std::string(text), last()});
    return true;
}

void row_reader::add(kind what, std::string bytes, std::size_t payload_size) {
    if (what != kind::data) in_call_ = what == kind::begin;
    parts_.push_back({what, std::move(bytes), last(), payload_size});
}

void row_reader::end_frame() {
    if (!first_) return;
    finish_parts();
    std::string payload;
    for (const part& each : parts_) payload += each.bytes;
    if (fragment_size_ != SIZE_MAX) {
        send_fragments(payload);
    } else {
        const std::string bytes = frames::frame(*first_, payload);
        std::size_t at = bytes.size() - payload.size();
        out_.all[begins_in_].sent.append(bytes, 0, at);
        for (const part& each : parts_) {
            out_.all[each.step].sent.append(bytes, at, each.bytes.size());
            at += each.bytes.size();
        }
    }
    parts_.clear();
    first_.reset();
}

// Gives each part its bytes, and collects the arguments of calls.
void row_reader::finish_parts() {
    const bool is_control = (*first_ & 0x08) != 0;
    std::size_t size = 0;
    for (part& each : parts_) {
        if (with_calls_ && each.what == kind::begin) each.bytes = call_begin;
        if (with_calls_ && each.what == kind::end) each.bytes = call_end;
        if (each.payload_size == 0) size += each.bytes.size();
    }
    for (part& each : parts_) {
        if (each.payload_size != 0 && each.payload_size < size)
            out_.error = "malformed: a payload is longer than its size";
        else if (each.payload_size != 0)
            each.bytes = repeated(std::move(each.bytes), each.payload_size - size);
        if (each.what == kind::begin) argument_.clear();
        else if (each.what == kind::end) arguments_.push_back(argument_);
        else if (!is_control) argument_ += each.bytes;
    }
}

// The last fragment is shorter than the others, perhaps empty.
void row_reader::send_fragments(std::string_view payload) {
    std::string& out = out_.all[begins_in_].sent;
    unsigned code = *first_ & 0x0f;
    for (bool is_last = false; !is_last; code = 0) {
        is_last = payload.size() < fragment_size_;
        const std::string_view fragment = payload.substr(0, fragment_size_);
        out += frames::frame((is_last ? 0x80u : 0u) | code, fragment);
        payload.remove_prefix(fragment.size());
    }
}

}  // namespace

row_steps steps_of(const frame_row& row, bool with_calls) {
    return row_reader(row.text, with_calls).read();
}

std::vector<frame_row> read_rows(const std::string& file) {
    const char* const folder = std::getenv("TEST_WIRE");
    std::ifstream in(std::filesystem::path(folder ? folder : "tests/wire") / "websocket" / file,
                     std::ios::binary);
    return read_rows(file, std::string(std::istreambuf_iterator<char>(in), {}));
}

std::vector<frame_row> read_rows(const std::string& file, const std::string& text) {
    std::vector<frame_row> all;
    std::vector<std::string> options;
    std::istringstream lines(text);
    std::string line;
    for (std::size_t number = 1; std::getline(lines, line); ++number) {
        if (line.empty() || line.front() == '#') continue;
        const std::size_t space = std::min(line.find(' '), line.size());
        if (line.starts_with("option ")) {
            const std::size_t value = line.find(' ', space + 1);
            options.insert(options.end(), {line.substr(space + 1, value - space - 1),
                                           line.substr(value + 1)});
            continue;
        }
        const std::string name = line.substr(0, space);
        all.push_back({file + ':' + std::to_string(number) + ": " + name, name,
                       line.substr(space), options});
    }
    return all;
}

// Not with the reader of src/websocket, which is under test.                   RFC 6455, 5.2
bool take_frame(std::string_view& bytes, std::string& out) {
    if (bytes.size() < 2) return false;
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(bytes[at]); };
    const std::size_t small = byte(1);
    const std::size_t more = small == 126 ? 2 : small == 127 ? 8 : 0;
    if (bytes.size() < 2 + more) return false;
    std::size_t size = more == 0 ? small : 0;
    for (std::size_t i = 0; i < more; ++i) size = size << 8 | byte(2 + i);
    if (small > 127 || (more == 2 && size < 126) || (more == 8 && size <= 0xffff)) {
        out += "malformed\n";
        bytes = {};
        return true;
    }
    if (bytes.size() - 2 - more < size) return false;
    const std::string_view payload = bytes.substr(2 + more, size);
    if (byte(0) == 0x81) out.append("text ").append(payload);
    else if (byte(0) == 0x8a && size <= 125) out.append("pong ").append(payload);
    else if (byte(0) == 0x88 && size == 0) out += close_begin;
    else if (byte(0) == 0x88 && size == 2) out += "close " + std::to_string(byte(2) << 8 | byte(3));
    else out += "malformed";
    out += '\n';
    bytes.remove_prefix(2 + more + size);
    return true;
}

}  // namespace wire
