// Any field, however hostile, is logged on one line and can be read back.
#include "observe/logger.hpp"

#include "base/utf8.hpp"
#include "base/visible.hpp"
#include "support/hostile_texts.hpp"
#include "support/shown.hpp"

#include <callbox/json.hpp>

#include <criterion/criterion.h>

#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace log_line_test { namespace {

using callbox::log_format, callbox::observe::log_line;
using support::shown;
using fields = std::map<std::string, std::string>;

std::string line_of(log_format format, std::string_view text) {
    log_line line(format, "info");
    line.event("call");
    line.fields({{"first", text}, {"last", text}});
    line.text("end", "1");
    return std::string(line.end());
}

// An independent parser of "callbox: event name=value name="quoted value"...", with the escapes
// \" \\ \u0000 in quotes.
std::optional<fields> read_logfmt(std::string_view line) {
    constexpr std::string_view begin = "callbox: call";
    if (!line.starts_with(begin) || !line.ends_with('\n')) return std::nullopt;
    line.remove_prefix(begin.size());
    line.remove_suffix(1);
    fields all;
    while (!line.empty()) {
        const std::size_t mark = line.find('=');
        if (line[0] != ' ' || mark == line.npos) return std::nullopt;
        std::string& value = all[std::string(line.substr(1, mark - 1))];
        line.remove_prefix(mark + 1);
        if (!line.starts_with('"')) {
            value = line.substr(0, line.find(' '));
            line.remove_prefix(value.size());
            continue;
        }
        std::size_t at = 1;
        for (; at < line.size() && line[at] != '"'; ++at) {
            if (line[at] != '\\') value += line[at];
            else if (line[at + 1] != 'u') value += line[++at];
            else {
                char bytes[4];
                const auto point = static_cast<char32_t>(
                    std::strtoul(std::string(line.substr(at + 2, 4)).c_str(), nullptr, 16));
                value.append(bytes, callbox::utf8::encode(point, bytes));
                at += 5;
            }
        }
        if (at == line.size()) return std::nullopt;
        line.remove_prefix(at + 1);
    }
    return all;
}

std::optional<fields> read_json(std::string text) {
    callbox::document read(8, 100);
    if (!read.parse(text) || !read.root().is(callbox::kind::object)) return std::nullopt;
    fields all;
    for (const auto each : read.root().members())
        if (each.value.is(callbox::kind::string))
            all[std::string(each.name.text())] = each.value.text();
    all.erase("level");
    all.erase("event");
    return all;
}

// Whether the only hidden character is a line feed at the end.
bool is_one_line(std::string_view line) {
    bool right = line.ends_with('\n');
    line.remove_suffix(1);
    callbox::each_visible(line, [](char) {}, [&](char32_t) { right = false; });
    return right;
}

void expect_given_back(log_format format, std::optional<fields> (*read)(std::string)) {
    for (const std::string_view text : support::hostile_texts) {
        const std::string line = line_of(format, text);
        cr_expect(is_one_line(line), "%s", shown(line).c_str());
        fields wanted{{"end", "1"}};
        if (!text.empty()) wanted["first"] = wanted["last"] = text;
        cr_expect(read(line) == wanted, "%s", shown(line).c_str());
    }
}

Test(observe_log_line, a_line_of_logfmt_gives_back_any_text) {
    expect_given_back(log_format::logfmt, [](std::string line) { return read_logfmt(line); });
}

Test(observe_log_line, a_line_of_json_gives_back_any_text) {
    expect_given_back(log_format::json, read_json);
}

Test(observe_log_line, a_message_is_one_line_whatever_it_is) {
    for (const log_format format : {log_format::logfmt, log_format::json})
        for (const std::string_view text : support::hostile_texts) {
            log_line line(format, "warn");
            line.message(text);
            cr_expect(is_one_line(line.end()), "%s", shown(text).c_str());
        }
}

}}  // namespace log_line_test
