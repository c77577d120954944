// A document in. It is none, or it becomes a client in each language: the same each time, lines of
// text, in proportion to the document, in which no text of it is a line of its own for the
// preprocessor.
#include "input.hpp"
#include "openrpc/generate/generate.hpp"

#include <string>
#include <string_view>

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
        expect(line.starts_with("#include <") || line == "#pragma once", "a line of the document");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(fuzz::whole(data, size));
    for (const client_writer write : {typescript, python, cpp}) {
        const std::string made = client(write, text);
        expect(made.empty() || made.ends_with('\n'), "it ends with a line");
        expect(made.find('\0') == made.npos, "it has no null");
        expect(made.size() <= 64 * size + (1 << 20), "it is in proportion to the document");
        expect(made == client(write, text), "it is the same each time");
        if (write == cpp) check_lines(made);
    }
    return 0;
}
