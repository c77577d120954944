// Reads cases with nginx: sends them to a proxy on a unix socket and parses its log.
#include "base/ascii.hpp"
#include "reading.hpp"
#include "support/program.hpp"

#include <atomic>
#include <fstream>
#include <sstream>
#include <thread>
#include <utility>

namespace differential {

namespace {

constexpr int senders = 8;

// Sends one case as all bytes of a connection, and reads all answers.
bool send_one(const std::string& path, std::size_t number, const std::string& text,
              std::string& answers) {
    callbox::fd connection = wire::connected("unix:" + path);
    if (!connection) return false;
    wire::socket_peer to(std::move(connection));
    to.send("PROXY TCP4 127.0.0.1 127.0.0.1 " + std::to_string(number) + " 80\r\n" + text);
    to.end();
    wire::peer::arrival last{};
    while (last == wire::peer::arrival::bytes) last = to.receive(answers);
    return last != wire::peer::arrival::quiet;
}

// Parses a string written by nginx with escape=json, up to its closing quote.
std::string quoted(std::string_view& rest) {
    std::string out;
    rest.remove_prefix(std::min(rest.find('"') + 1, rest.size()));
    while (!rest.empty() && rest[0] != '"') {
        std::size_t used = 1;
        char c = rest[0];
        if (c == '\\' && rest.size() > 1) {
            constexpr std::string_view letters = "bfnrt", means = "\b\f\n\r\t";
            const std::size_t letter = letters.find(rest[1]);
            c = letter == std::string_view::npos ? rest[1] : means[letter];
            used = 2;
            if (rest[1] == 'u') {
                c = from_hex(rest.substr(4, 2))[0];
                used = 6;
            }
        }
        out += c;
        rest.remove_prefix(used);
    }
    rest.remove_prefix(std::min<std::size_t>(1, rest.size()));
    return out;
}

// Reads one line of the log: a message, or why there is none. If only empty lines arrived, nginx
// logs an incomplete message and sends nothing; that is no message.
void note(const std::string& line, const std::vector<std::string>& cases,
          std::vector<reading>& readings) {
    std::istringstream numbers(line);
    std::size_t number = 0, status = 0, sent = 0;
    numbers >> number >> status >> sent;
    if (!numbers || number == 0 || number > readings.size()) return;
    reading& r = readings[number - 1];
    std::string_view words(line);
    message m;
    m.method = quoted(words);
    m.target = quoted(words);
    const std::string protocol = quoted(words);  // "HTTP/1.1", possibly with trailing spaces
    m.version = callbox::ascii::trimmed(protocol.substr(protocol.find('/') + 1));
    m.host = quoted(words);
    m.type = quoted(words);
    m.body = quoted(words);
    if (status == 204) r.messages.push_back(m);
    else if (sent != 0) r.after = rest::refused;
    else if (!m.method.empty() || !cases[number - 1].ends_with('\n')) r.after = rest::wait;
}

// Whether the last answer of nginx closes the connection.
bool closes(const std::string& answers) {
    const std::size_t last = answers.rfind("\r\nConnection: ");
    return last != std::string::npos && answers.compare(last + 14, 5, "close") == 0;
}

}  // namespace

bool read_by_nginx(const std::vector<std::string>& cases, const std::string& socket,
                   const std::string& log, std::vector<reading>& readings) {
    std::atomic<std::size_t> next{0};
    std::atomic<bool> well{cases.size() < 65536};
    std::vector<std::string> answers(cases.size());
    std::vector<std::thread> threads;
    for (int i = 0; i < senders; ++i)
        threads.emplace_back([&] {
            for (std::size_t at = next++; well && at < cases.size(); at = next++)
                if (!send_one(socket, at + 1, cases[at], answers[at])) well = false;
        });
    for (std::thread& each : threads) each.join();
    if (!well) return false;
    readings.assign(cases.size(), {});
    std::ifstream lines(log);
    for (std::string line; std::getline(lines, line);) note(line, cases, readings);
    for (std::size_t i = 0; i < cases.size(); ++i)
        if (readings[i].after == rest::end && closes(answers[i])) readings[i].after = rest::closed;
    return true;
}

}  // namespace differential
