// Makes cases, the bytes of connections, from the corpus, conversations of tests/wire and a seed.
#include "reading.hpp"
#include "support/script.hpp"

#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>

namespace differential {

namespace {

using namespace std::string_literals;

const std::string next = "GET /next HTTP/1.1\r\nHost: a\r\n\r\n";
const std::string post = "POST /api HTTP/1.1\r\nHost: a\r\n";
const std::string chunk = "5\r\nhello\r\n0\r\n\r\n";

// Adds the cases for a line of corpus.txt, described at its top.
void add_line(std::string_view kind, const std::string& text, std::vector<std::string>& cases) {
    if (kind == "all") {
        cases.push_back(text);
    } else if (kind == "line") {
        cases.push_back(text + "\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello" + next);
    } else if (kind == "chunks") {
        cases.push_back(post + "Transfer-Encoding: chunked\r\n\r\n" + text + next);
    } else if (kind == "field") {
        const std::string chunks = "Transfer-Encoding: chunked\r\n";
        const std::string length = "Content-Length: 5\r\n";
        cases.push_back(post + text + "\r\n\r\n" + chunk + next);
        cases.push_back(post + text + "\r\n\r\nhello" + next);
        cases.push_back(post + length + text + "\r\n\r\nhello" + next);
        cases.push_back(post + text + "\r\n" + length + "\r\nhello" + next);
        cases.push_back(post + chunks + text + "\r\n\r\n" + chunk + next);
        cases.push_back(post + text + "\r\n" + chunks + "\r\n" + chunk + next);
    } else {
        throw std::runtime_error("corpus: unknown kind: " + std::string(kind));
    }
}

void add_corpus(const std::string& path, std::vector<std::string>& cases) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("corpus: cannot read " + path);
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        const std::size_t space = line.find(' ');
        std::string text;
        if (space == std::string::npos || !wire::unescape(line.substr(space + 1), text))
            throw std::runtime_error("corpus: invalid line: " + line);
        add_line(line.substr(0, space), text, cases);
    }
}

void add_conversations(std::vector<std::string>& cases) {
    const wire::script all = wire::read_scripts();
    if (!all.mistake.empty()) throw std::runtime_error(all.mistake);
    for (const wire::conversation& each : all.conversations) {
        std::string text;
        for (const wire::step& s : each.steps)
            if (s.what == wire::act::send) text += s.text;
        if (text.size() <= 4096) cases.push_back(text);
    }
}

// Small random numbers that are the same everywhere, unlike the distributions of <random>.
class chance {
public:
    explicit chance(unsigned seed) : engine_(seed) {}
    std::size_t below(std::size_t bound) { return bound == 0 ? 0 : engine_() % bound; }

private:
    std::mt19937 engine_;
};

// Pieces that readers are known to misread.
const std::string pieces[] = {
    "\r", "\n", "\r\n", "\r\n\r\n", "\n\n", "\r\r\n", "\0"s, "\x0b", "\x0c", " ", "\t", "\r\n ",
    "\x7f", "\x80", "\xff", ":", ";", ",", "=", "\"", "\\", "0", "1", "5", "a", "-", "+", "0x", "_",
    "%", "?", "#", "*", "/", "//", "http://b/", "HTTP/1.0", "HTTP/1.1", "HTTP/1.2", "HTTP/2.0",
    "chunked", "identity", "gzip, chunked", "chunked, chunked", "Content-Length: 5\r\n",
    "Content-Length: 0\r\n", "Content-Length: 6\r\n", "Transfer-Encoding: chunked\r\n",
    "Transfer-Encoding: identity\r\n", "Transfer-Encoding:\tchunked\r\n", "Connection: close\r\n",
    "Connection: keep-alive\r\n", "Connection: content-length\r\n", "Host: b\r\n", "Expect: x\r\n",
    "Upgrade: websocket\r\nConnection: Upgrade\r\n", "Expect: 100-continue\r\n", "0\r\n\r\n",
    "ffffffffffffffff", "00000000000000000005", ";a=b", ";a=\"b\"", " ; a", "Trailer: x\r\n",
};

std::string line_at(const std::string& text, std::size_t at) {
    const std::size_t end = text.find('\n', at);
    return text.substr(at, end == std::string::npos ? end : end + 1 - at);
}

void mutate(std::string& text, const std::vector<std::string>& others, chance& by) {
    const std::size_t at = by.below(text.size() + 1);
    const std::size_t line = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
    switch (by.below(8)) {
    case 0: text.erase(at, 1); break;
    case 1: text.insert(at, text.substr(at, 1)); break;
    case 2:
    case 3: text.insert(at, pieces[by.below(std::size(pieces))]); break;
    case 4: text.replace(std::min(at, text.size()), 1, pieces[by.below(std::size(pieces))]); break;
    case 5: text.erase(line, line_at(text, line).size()); break;
    case 6: text.insert(line, pieces[by.below(std::size(pieces))]); break;
    default: {
        const std::string& other = others[by.below(others.size())];
        const std::size_t from = other.rfind('\n', by.below(other.size() + 1)) + 1;
        text.insert(line, line_at(other, from));
    }
    }
}

}  // namespace

std::vector<std::string> make_cases(const std::string& corpus, unsigned seed, std::size_t mutated) {
    std::vector<std::string> cases;
    add_corpus(corpus, cases);
    add_conversations(cases);
    chance by(seed);
    const std::vector<std::string> made(cases);
    for (std::size_t i = 0; i < mutated; ++i) {
        std::string text = made[by.below(made.size())];
        for (std::size_t times = 1 + by.below(3); times != 0; --times) mutate(text, made, by);
        cases.push_back(text);
    }
    return cases;
}

}  // namespace differential
