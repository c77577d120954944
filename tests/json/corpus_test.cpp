// JSONTestSuite (github.com/nst/JSONTestSuite), if TEST_CORPUS names its folder: y_ must be
// accepted, n_ refused, i_ either, and nothing may crash.
#include <callbox/json.hpp>

#include "support/guard.hpp"

#include <criterion/criterion.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace corpus_test { namespace {

using callbox::document;
using callbox::kind;
using callbox::support::guarded;
using callbox::value;

std::filesystem::path folder(const char* name) {
    const char* const corpus = std::getenv("TEST_CORPUS");
    if (corpus == nullptr or *corpus == '\0') cr_skip_test("TEST_CORPUS names no folder");
    return std::filesystem::path(corpus) / "JSONTestSuite" / name;
}

std::string content(const std::filesystem::path& file) {
    std::ifstream from(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(from), {}};
}

// Reads every value in every way.
void read_all(value from) {
    (void)from.token();
    switch (from.type()) {
    case kind::integer:
        (void)from.as_int64();
        (void)from.as_uint64();
        [[fallthrough]];
    case kind::number:
        (void)from.as_double();
        (void)from.as_float();
        break;
    case kind::string: (void)from.text(); break;
    case kind::array:
        for (const value item : from.items()) read_all(item);
        break;
    case kind::object:
        for (const auto& [name, child] : from.members()) {
            read_all(name);
            read_all(child);
        }
        break;
    default: break;
    }
}

bool accepts(const std::filesystem::path& file) {
    const guarded text(content(file), 1);
    document notes;
    if (not notes.parse(text.span())) return false;
    read_all(notes.root());
    return true;
}

// Checks the files whose name begins with `letter` and returns their number.
int expect_verdict(char letter, bool verdict) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder("test_parsing"))) {
        const std::string name = entry.path().filename();
        if (name[0] != letter) continue;
        ++count;
        cr_expect(accepts(entry.path()) == verdict, "%s", name.c_str());
    }
    return count;
}

Test(json_corpus, what_must_be_accepted_is) { cr_expect(expect_verdict('y', true) >= 95); }

Test(json_corpus, what_must_be_refused_is) { cr_expect(expect_verdict('n', false) >= 188); }

Test(json_corpus, what_is_left_open_is_read_without_a_crash) {
    for (const auto& entry : std::filesystem::directory_iterator(folder("test_parsing")))
        (void)accepts(entry.path());
    for (const auto& entry : std::filesystem::directory_iterator(folder("test_transform")))
        (void)accepts(entry.path());
}

Test(json_corpus, no_prefix_crashes) {
    for (const auto& entry : std::filesystem::directory_iterator(folder("test_parsing"))) {
        const std::string text = content(entry.path());
        if (text.size() > 1000) continue;
        document notes;
        for (std::size_t length = 0; length < text.size(); ++length)
            (void)notes.parse(guarded(std::string_view(text).substr(0, length), 1).span());
    }
}

}}  // namespace corpus_test
