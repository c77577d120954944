// Text in the formats of other programs. Text of a document enters a line of the format only
// through these types.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace callbox::program {

// Text of a workflow command of GitHub Actions, "::error title=VALUE::MESSAGE". No text can begin
// another command, line or property.
class workflow_text {
public:
    // Escapes %, carriage return and line feed.
    static workflow_text message(std::string_view text);
    // Escapes the colon and the comma too.
    static workflow_text value(std::string_view text);

    std::string_view view() const { return text_; }

private:
    explicit workflow_text(std::string text) : text_(std::move(text)) {}

    std::string text_;
};

// A code span of GitHub Flavored Markdown: no character of the text is markup, a mention or a link.
class code_span {
public:
    // Requires: not empty. output::line() makes it one line.
    explicit code_span(std::string_view text);

    std::string_view view() const { return text_; }

private:
    std::string text_;
};

}  // namespace callbox::program
