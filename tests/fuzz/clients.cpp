// Takes a document, which is refused or becomes a client in each language: lines of text, the same
// each time, in proportion to the document, with no text of it in preprocessor directives.
#include "generate/generate.hpp"
#include "input.hpp"
#include "support/hostile_texts.hpp"

#include <callbox/bytes.hpp>
#include <callbox/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t size_max);

namespace {

using namespace callbox::openrpc::generate;
using fuzz::expect;

std::string client(client_writer write, std::string text) {
    service api;
    if (!read({text.data(), text.size()}, api).empty()) return {};
    return write(api, {});
}

void check_lines(std::string_view made) {
    while (!made.empty()) {
        const std::string_view line = made.substr(0, made.find('\n'));
        made.remove_prefix(line.size() + 1);
        const std::size_t first = line.find_first_not_of(' ');
        if (first == line.npos || line[first] != '#') continue;
        expect(line.starts_with("#include <") || line == "#pragma once",
               "a directive has no text of the document");
    }
}

// The strings of a document with their quotes, except one at its end.
std::vector<std::string_view> strings_of(std::string_view text) {
    std::vector<std::string_view> all;
    for (std::size_t begin = text.find('"'); begin != text.npos; begin = text.find('"', begin)) {
        std::size_t end = begin + 1;
        while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
        if (end + 1 >= text.size()) break;
        all.push_back(text.substr(begin, end + 1 - begin));
        begin = end + 1;
    }
    return all;
}

std::string quoted(std::string_view text) {
    callbox::bytes made;
    callbox::writer(made).string(text);
    return std::string(made.view());
}

// The text with one of its strings replaced by a hostile one or by another of its strings.
std::string exchanged(std::string_view text, unsigned seed) {
    std::minstd_rand chance(seed);
    const auto any = [&](std::span<const std::string_view> list) {
        return list[chance() % list.size()];
    };
    const std::vector<std::string_view> all = strings_of(text);
    if (all.empty()) return std::string(text);
    // A document needs most of its names.
    const auto is_name = [&](std::string_view one) { return one.data()[one.size()] == ':'; };
    std::string_view old = any(all);
    if (chance() % 4 != 0 && !std::ranges::all_of(all, is_name))
        while (is_name(old)) old = any(all);
    const std::string other =
        chance() % 2 == 0 ? quoted(any(support::hostile_texts)) : std::string(any(all));
    return std::string(text).replace(static_cast<std::size_t>(old.data() - text.data()), old.size(),
                                     other);
}

}  // namespace

// Most mutations by libFuzzer itself leave no valid document.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t size_max, unsigned seed) {
    const std::string made = exchanged(fuzz::whole(data, size), seed / 4);
    if (seed % 4 == 0 || made.size() > size_max) return LLVMFuzzerMutate(data, size, size_max);
    std::ranges::copy(made, data);
    return made.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(fuzz::whole(data, size));
    for (const client_writer write : {typescript::client, python::client, cpp::client}) {
        const std::string made = client(write, text);
        expect(made.empty() || made.ends_with('\n'), "the client ends with a line end");
        expect(made.find('\0') == made.npos, "the client has no null characters");
        expect(made.size() <= 64 * size + (1 << 20), "the client is in proportion to the document");
        expect(made == client(write, text), "the client is the same each time");
        if (write == cpp::client) check_lines(made);
    }
    return 0;
}
