// texts roff|sh|zsh|fish|NAME.txt: prints hostile texts as tools/manual.cpp escapes them for these
// languages; *.txt is the expected text. For roff only printable ASCII with single blanks, as in
// the manual page.
#include "manual_text.hpp"

#include "support/hostile_texts.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>

namespace {

bool is_printable(std::string_view text) {
    return !text.empty() && text.front() != ' ' && text.back() != ' ' &&
           text.find("  ") == text.npos &&
           std::ranges::all_of(text, [](char c) { return c >= ' ' && c < '\x7f'; });
}

bool is_line(std::string_view text) {
    return text.find('\0') == text.npos && text.find('\n') == text.npos;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view what = argc == 2 ? argv[1] : "";
    if (what == "roff") std::puts(".TH x 1\n.SH TEXTS\n.nf");
    if (what == "zsh") std::puts("setopt extended_glob");
    for (const std::string_view text : support::hostile_texts) {
        const std::string copy(text);
        if (what.starts_with("roff") ? !is_printable(text) : !is_line(text)) continue;
        if (what == "roff")
            std::printf("%s\n.B %s\n", manual::roff(text).c_str(), manual::roff(text).c_str());
        else if (what == "roff.txt") std::printf("%s\n%s\n", copy.c_str(), copy.c_str());
        else if (what == "sh") std::printf("printf '%%s\\n' %s\n", manual::word(text).c_str());
        else if (what == "fish") std::printf("printf '%%s\\n' %s\n", manual::fish(text).c_str());
        else if (what == "zsh")
            std::printf("it=%s; print -r -- \"${it//(#m)\\\\[][:]/$MATCH[2]}\"\n",
                        manual::word(manual::zsh(text)).c_str());
        else if (what == "words.txt") std::printf("%s\n", copy.c_str());
        else return 2;
    }
    return 0;
}
