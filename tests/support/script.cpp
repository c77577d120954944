// Reads the steps of conversations from the text of a file, for the player (play.cpp).
#include "script.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

namespace wire {
namespace {

// Reads one line after the other; a line that it does not know is a mistake.
class reader {
public:
    reader(script& out, const std::string& file) : out_(&out), file_(file) {}
    void line(std::size_t number, std::string_view text);

private:
    bool understood(std::string_view text);
    bool expectation(std::string_view text);
    bool shorthand(std::string_view text);
    bool response(std::string_view text);
    bool option(std::string_view text);
    bool begin(std::string_view title);
    bool send(std::string bytes) { return add({act::send, line_, std::move(bytes)}); }
    bool send_escaped(std::string_view text, std::string (*framed)(const std::string&));
    bool status(int number, bool to_head = false);
    bool add(step s);

    script* out_;
    std::string file_;
    std::vector<std::string> options_;  // of the whole file
    std::size_t line_ = 0;
    bool answered_ = false;  // whether there is an answer for field and body lines
};

bool take(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

std::string hex(std::size_t number) {
    std::ostringstream out;
    out << std::hex << number;
    return out.str();
}

std::string as_is(const std::string& text) { return text; }
std::string as_line(const std::string& text) { return text + "\r\n"; }
std::string as_body(const std::string& text) {
    return "Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text;
}
std::string as_chunk(const std::string& text) { return hex(text.size()) + "\r\n" + text + "\r\n"; }
std::string as_post(const std::string& path, const std::string& text) {
    return "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n" +
           as_body(text);
}
std::string as_call(const std::string& text) { return as_post("/api", text); }
std::string as_tool_call(const std::string& text) { return as_post("/api/mcp", text); }

void reader::line(std::size_t number, std::string_view text) {
    line_ = number;
    if (text.empty() || text.front() == '#' || understood(text)) return;
    if (out_->mistake.empty())
        out_->mistake =
            file_ + ":" + std::to_string(number) + ": what is this? " + std::string(text);
}

bool reader::understood(std::string_view text) {
    if (take(text, "option ")) return option(text);
    if (take(text, "= ")) return begin(text);
    if (take(text, "--> ")) return send(as_call(std::string(text)));
    if (text == "-->") return send(as_call(""));
    if (take(text, "-\\> ")) return send_escaped(text, as_call);
    if (take(text, "==> ")) return send(as_tool_call(std::string(text)));
    if (text == "==>") return send(as_tool_call(""));
    if (take(text, "=\\> ")) return send_escaped(text, as_tool_call);
    if (take(text, "> ") || text == ">") return send_escaped(text == ">" ? "" : text, as_line);
    if (take(text, ">> ")) return send_escaped(text, as_is);
    if (take(text, ">= ")) return send_escaped(text, as_body);
    if (take(text, ">% ")) return send_escaped(text, as_chunk);
    if (text == "end") return add({act::end, line_});
    if (text == "closed") return add({act::closed, line_});
    if (text == "gone") return add({act::gone, line_});
    if (take(text, "wait ")) {
        const int ms = std::atoi(std::string(text).c_str());
        return ms > 0 && text.ends_with(" ms") && add({act::wait, line_, {}, {}, ms});
    }
    return expectation(text);
}

bool reader::expectation(std::string_view text) {
    if (take(text, "<-- ")) return shorthand(text);
    if (take(text, "<-~ "))
        return status(200) && add({act::field, line_, "application/json", "Content-Type"}) &&
               add({act::body_like, line_, std::string(text)});
    if (text == "<=") return answered_ && add({act::body, line_});
    if (take(text, "<= ")) return answered_ && add({act::body, line_, std::string(text)});
    if (take(text, "<~ ")) return answered_ && add({act::body_like, line_, std::string(text)});
    if (take(text, "<!~ ")) return answered_ && add({act::body_unlike, line_, std::string(text)});
    if (take(text, "<! ")) return answered_ && add({act::no_field, line_, {}, std::string(text)});
    return take(text, "< ") && response(text);
}

// The rest of a line after "<-- ".
bool reader::shorthand(std::string_view text) {
    if (text == "nothing") return status(204) && add({act::body, line_});
    if (text == "accepted")
        return status(202) && add({act::no_field, line_, {}, "Content-Type"}) &&
               add({act::body, line_});
    if (take(text, "error ")) {
        const std::size_t id = text.find(" id ");
        if (id == std::string_view::npos) return false;
        const std::string code(text.substr(0, id)), token(text.substr(id + 4));
        return status(200) && add({act::field, line_, "application/json", "Content-Type"}) &&
               add({act::body_like, line_,
                    R"({"jsonrpc":"2.0","error":{"code":)" + code +
                        R"(,"message":"..."...},"id":)" + token + "}"});
    }
    return status(200) && add({act::field, line_, "application/json", "Content-Type"}) &&
           add({act::body, line_, std::string(text)});
}

// The rest of a line after "< ": a status, a refusal, or a field.
bool reader::response(std::string_view text) {
    if (take(text, "refused "))
        return status(std::atoi(std::string(text).c_str())) &&
               add({act::field, line_, "application/json", "Content-Type"}) &&
               add({act::body_like, line_,
                    R"({"jsonrpc":"2.0","error":{"code":-...,"message":"..."...},"id":null})"});
    if (text.front() >= '1' && text.front() <= '9')
        return status(std::atoi(std::string(text).c_str()), text.ends_with(" to HEAD"));
    const std::size_t colon = text.find(": ");
    if (colon == std::string_view::npos || !answered_) return false;
    return add({act::field, line_, std::string(text.substr(colon + 2)),
                std::string(text.substr(0, colon))});
}

bool reader::option(std::string_view text) {
    auto& options = out_->conversations.empty() ? options_ : out_->conversations.back().options;
    const std::size_t space = text.find(' ');
    options.emplace_back(text.substr(0, space));
    if (space != std::string_view::npos) options.emplace_back(text.substr(space + 1));
    return text.starts_with("--");
}

bool reader::begin(std::string_view title) {
    out_->conversations.push_back({file_, line_, std::string(title), options_, {}});
    answered_ = false;
    return true;
}

bool reader::send_escaped(std::string_view text, std::string (*framed)(const std::string&)) {
    std::string bytes;
    return unescape(std::string(text), bytes) && send(framed(bytes));
}

bool reader::status(int number, bool to_head) {
    answered_ = true;
    return number >= 100 && number <= 599 && add({act::status, line_, {}, {}, number, to_head});
}

bool reader::add(step s) {
    if (out_->conversations.empty()) return false;
    out_->conversations.back().steps.push_back(std::move(s));
    return true;
}

// Gives a conversation that has rows to the reader once for each of them.
struct unroller {
    struct numbered {
        std::size_t number = 0;
        std::string text = {};
    };
    reader receiver;
    std::vector<numbered> lines = {};  // since the last title
    std::vector<numbered> rows = {};

    void line(const numbered& next) {
        if (next.text.starts_with("= ")) end();
        const bool in_one = !lines.empty() && lines.front().text.starts_with("= ");
        (in_one && next.text.starts_with("row ") ? rows : lines).push_back(next);
    }
    void end() {
        if (rows.empty()) rows.push_back({});
        for (const numbered& each : rows) give(each);
        lines.clear();
        rows.clear();
    }
    // row = "row " [ name " | " ] text
    void give(const numbered& row) {
        if (row.number == 0) {
            for (const auto& [number, text] : lines) receiver.line(number, text);
            return;
        }
        const std::string text = row.text.substr(4);
        const std::size_t bar = (text + ' ').find(" | ");
        const std::string name = text.substr(0, bar);
        const std::string value =
            bar == text.npos ? text : text.substr(std::min(bar + 3, text.size()));
        receiver.line(row.number, lines.front().text + ": " + name);
        for (std::size_t i = 1; i < lines.size(); ++i) {
            std::string made = lines[i].text;
            for (auto at = made.find('$'); at != made.npos; at = made.find('$', at + value.size()))
                made.replace(at, 1, value);
            receiver.line(lines[i].number, made);
        }
    }
};

}  // namespace

std::size_t conversation::bytes_sent() const {
    std::size_t sum = 0;
    for (const step& s : steps)
        if (s.what == act::send) sum += s.text.size();
    return sum;
}

bool conversation::has(act what) const {
    return std::any_of(steps.begin(), steps.end(), [&](const step& s) { return s.what == what; });
}

script read_script(const std::string& file, const std::string& text) {
    script all;
    unroller unrolled{reader(all, file)};
    std::istringstream lines(text);
    std::string line;
    for (std::size_t number = 1; std::getline(lines, line); ++number) unrolled.line({number, line});
    unrolled.end();
    return all;
}

script read_scripts() {
    const char* named = std::getenv("TEST_WIRE");
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (const auto& entry :
         std::filesystem::directory_iterator(named ? named : "tests/wire", error))
        if (entry.path().extension() == ".txt") files.push_back(entry.path());
    std::sort(files.begin(), files.end());

    script all;
    for (const auto& path : files) {
        std::ifstream in(path, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        script one = read_script(path.filename().string(), text);
        if (all.mistake.empty()) all.mistake = one.mistake;
        std::move(one.conversations.begin(), one.conversations.end(),
                  std::back_inserter(all.conversations));
    }
    if (all.conversations.empty() && all.mistake.empty())
        all.mistake = "no conversations: TEST_WIRE names the folder tests/wire";
    return all;
}

// escape = "\" ( "r" / "n" / "t" / "0" / "s" / "\" / "x" 2HEXDIG / "*" 1*DIGIT "{" text "}" )
bool unescape(const std::string& text, std::string& out) {
    static constexpr std::string_view names = "rnt0s\\", meanings{"\r\n\t\0 \\", 6};
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            out += text[i];
            continue;
        }
        if (++i == text.size()) return false;
        if (const std::size_t at = names.find(text[i]); at != std::string_view::npos) {
            out += meanings[at];
        } else if (text[i] == 'x' && i + 2 < text.size()) {
            out += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
            i += 2;
        } else if (text[i] == '*') {
            const std::size_t open = text.find('{', i), close = text.find('}', i);
            if (open == std::string::npos || close == std::string::npos) return false;
            std::string part;
            if (!unescape(text.substr(open + 1, close - open - 1), part)) return false;
            for (int n = std::atoi(text.c_str() + i + 1); n > 0; --n) out += part;
            i = close;
        } else {
            return false;
        }
    }
    return true;
}

}  // namespace wire
