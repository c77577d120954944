// How a reader understands the bytes of one connection, and a line of text for it: the form in
// which the others tell it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace differential {

struct message {
    std::string method;   // a token
    std::string target;   // path and query, or as it was sent when it is not of that form
    std::string version;  // "1.1"
    std::string host;
    std::string type;     // Content-Type
    std::string body;     // decoded
};

// What is behind the whole messages.
enum class rest {
    end,      // nothing: another message may come
    wait,     // a part of a message
    refused,  // what is no message
    closed,   // it is not looked at: the last message ends the connection
};

struct reading {
    std::vector<message> messages;
    rest after = rest::end;
};

std::string hex(std::string_view bytes);
std::string from_hex(std::string_view digits);

// "POST,2f61,1.1,61,,7b7d end": each message's parts, in hexadecimal but method and version; then
// what comes after them. False: it is no such line.
std::string line_of(const reading& r);
bool read_line(std::string_view line, reading& out);

// How callbox reads them.
reading read_by_callbox(const std::string& bytes);

// The bytes of connections: those of corpus.txt, those that the conversations of tests/wire send,
// and `mutated` more, made of them by chance.
std::vector<std::string> make_cases(const std::string& corpus, unsigned seed, std::size_t mutated);

enum class verdict {
    same,
    callbox_stricter,  // it refuses or closes where the other reads on
    other_stricter,    // the other way round
    different,         // both take the bytes, as different messages
};
// `ends_in_cr`: readers differ in whether a CR behind the last message begins another; no byte of a
// message depends on it.
verdict compare(const reading& callbox, const reading& other, bool ends_in_cr);

// Sends each of the cases over a connection of its own to nginx at a unix socket, and finds in its
// log what it read.
bool read_by_nginx(const std::vector<std::string>& cases, const std::string& socket,
                   const std::string& log, std::vector<reading>& readings);

}  // namespace differential
