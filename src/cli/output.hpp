// Text for standard output or standard error, most often a terminal.
#pragma once

#include "base/visible.hpp"

#include <initializer_list>

namespace callbox::cli {

// Text from outside (a server's response, a document, an argument) is appended by line() and json()
// only, which escape control characters for the terminal.
class output {
public:
    // For text of the program itself: help, its document, generated clients.
    bytes& own() { return text_; }
    // Appends the parts as visible() makes them, and a line feed.
    void line(std::initializer_list<std::string_view> parts) {
        for (const std::string_view part : parts) text_.append(visible(part));
        text_.append('\n');
    }
    // Appends JSON as append_visible_json() makes it, and a line feed.
    void json(std::string_view text) {
        append_visible_json(text_, text);
        text_.append('\n');
    }

    std::string_view view() const { return text_.view(); }
    bool empty() const { return text_.empty(); }
    bool overflowed() const { return text_.overflowed(); }

private:
    bytes text_;
};

}  // namespace callbox::cli
