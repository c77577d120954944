// Commands for run.sh:
//     differ cases CORPUS SEED MUTATED       prints the cases, a line of hexadecimal digits each
//     differ nginx CASES SOCKET LOG          prints how nginx reads them, a line each
//     differ websocket                       answers lines from standard input, see reading.hpp
//     differ compare FOLDER NAME...          compares callbox with the readers; exit status 1 if a
//                                            case is read differently
#include "reading.hpp"
#include "support/shown.hpp"

#include <array>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <stdexcept>

namespace {

using namespace differential;
using support::shown;

constexpr std::size_t shown_max = 10;
constexpr std::size_t readers_trusted = 3;  // if all of so many refuse, callbox accepts too much

std::vector<std::string> lines_of(const std::string& path) {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
}

std::vector<std::string> read_cases(const std::string& path) {
    std::vector<std::string> cases = lines_of(path);
    for (std::string& each : cases) each = from_hex(each);
    return cases;
}

std::string text_of(const reading& r) {
    constexpr const char* afters[] = {"", "then waits", "then refuses", "then closes"};
    std::string out;
    for (const message& m : r.messages)
        out += m.method + " " + shown(m.target) + " " + m.version + " host=" + shown(m.host) +
               " type=" + shown(m.type) + " body=" + shown(m.body) + "; ";
    return out + afters[static_cast<int>(r.after)];
}

// The readings of another reader, and the results of comparing them with callbox.
struct reader {
    std::string name;
    std::vector<reading> readings;
    std::array<std::size_t, 4> counts{};
};

reader reader_of(const std::string& name, const std::string& path, std::size_t wanted) {
    reader out{name, {}, {}};
    for (const std::string& line : lines_of(path)) {
        reading one;
        if (!read_line(line, one)) throw std::runtime_error(name + " printed " + line);
        out.readings.push_back(one);
    }
    if (out.readings.size() != wanted)
        throw std::runtime_error(name + " printed " + std::to_string(out.readings.size()) +
                                 " cases instead of " + std::to_string(wanted));
    return out;
}

// False if another reader reads a case differently. Prints cases that only callbox accepts too:
// usually a method that the others refuse, and that callbox answers with 405, 404 or 501.
bool compare_one(const std::string& text, std::size_t at, std::vector<reader>& others) {
    const reading ours = read_by_callbox(text);
    bool alone = others.size() >= readers_trusted;
    std::string problem;
    for (reader& other : others) {
        const verdict found = compare(ours, other.readings[at], text.ends_with('\r'));
        ++other.counts[static_cast<std::size_t>(found)];
        alone = alone && found == verdict::other_stricter &&
                ours.messages.size() > other.readings[at].messages.size();
        if (found == verdict::different) problem = "read differently";
    }
    const bool differs = !problem.empty();
    if (alone && !differs) problem = "accepted by callbox only";
    if (problem.empty()) return true;
    static std::size_t shown_by_now = 0;
    if (++shown_by_now > shown_max) return !differs;
    std::printf("%s:\n    %s\n    callbox: %s\n", problem.c_str(), shown(text).c_str(),
                text_of(ours).c_str());
    for (const reader& other : others)
        std::printf("    %s: %s\n", other.name.c_str(), text_of(other.readings[at]).c_str());
    return !differs;
}

int compare_all(const std::vector<std::string>& cases, std::vector<reader>& others) {
    std::size_t failed = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) failed += !compare_one(cases[i], i, others);
    for (const reader& other : others)
        std::printf("%-8s %zu cases: %zu read as by callbox, %zu refused by callbox, %zu refused "
                    "by it, %zu differ\n",
                    other.name.c_str(), cases.size(), other.counts[0], other.counts[1],
                    other.counts[2], other.counts[3]);
    if (failed != 0) std::printf("check-differential: %zu cases failed\n", failed);
    return failed == 0 && !cases.empty() ? 0 : 1;
}

int run(const std::vector<std::string>& words) {
    if (words.size() == 4 && words[0] == "cases") {
        for (const std::string& each : make_cases(words[1], std::stoul(words[2]) & 0xffffffff,
                                                  std::stoul(words[3])))
            std::puts(hex(each).c_str());
        return 0;
    }
    if (words.size() == 4 && words[0] == "nginx") {
        std::vector<reading> all;
        if (!read_by_nginx(read_cases(words[1]), words[2], words[3], all)) return 1;
        for (const reading& each : all) std::puts(line_of(each).c_str());
        return 0;
    }
    if (words.size() == 1 && words[0] == "websocket") {
        for (std::string line; std::getline(std::cin, line);)
            std::puts(answer_websocket(line).c_str());
        return 0;
    }
    if (words.size() > 2 && words[0] == "compare") {
        const std::vector<std::string> cases = read_cases(words[1] + "/cases");
        std::vector<reader> others;
        for (std::size_t i = 2; i < words.size(); ++i)
            others.push_back(reader_of(words[i], words[1] + "/" + words[i], cases.size()));
        return compare_all(cases, others);
    }
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run({argv + 1, argv + argc});
    } catch (const std::exception& e) {
        std::fprintf(stderr, "differ: %s\n", e.what());
        return 2;
    }
}
