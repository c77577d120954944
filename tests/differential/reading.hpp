// How a reader reads the bytes of one connection, and the line of text in which other readers
// report it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace differential {

struct message {
    std::string method;   // a token
    std::string target;   // path and query; as sent if it has another form
    std::string version;  // "1.1"
    std::string host;
    std::string type;     // Content-Type
    std::string body;     // decoded
};

// What follows the complete messages.
enum class rest {
    end,      // nothing: another message may follow
    wait,     // part of a message
    refused,  // something that is not a message
    closed,   // it is not read: the last message closes the connection
};

struct reading {
    std::vector<message> messages;
    rest after = rest::end;
};

std::string hex(std::string_view bytes);
std::string from_hex(std::string_view digits);

// "POST,2f61,1.1,61,,7b7d end": the parts of each message, in hexadecimal except method and
// version, and what follows them. read_line() returns false if it is not such a line.
std::string line_of(const reading& r);
bool read_line(std::string_view line, reading& out);

// How callbox reads them.
reading read_by_callbox(const std::string& bytes);

// The bytes of connections: from corpus.txt, from the conversations of tests/wire, and `mutated`
// random mutations of these.
std::vector<std::string> make_cases(const std::string& corpus, unsigned seed, std::size_t mutated);

enum class verdict {
    same,
    callbox_stricter,  // callbox refuses or closes, the other continues
    other_stricter,    // the reverse
    different,         // both accept the bytes, as different messages
};
// `ends_in_cr`: readers differ in whether a CR after the last message begins another one; no
// message depends on it.
verdict compare(const reading& callbox, const reading& other, bool ends_in_cr);

// Sends each case to nginx over its own connection to a unix socket, and gets the reading from the
// log.
bool read_by_nginx(const std::vector<std::string>& cases, const std::string& socket,
                   const std::string& log, std::vector<reading>& readings);

// WebSockets, as callbox reads and writes them. A line from websocket.py and the answer, bytes in
// hexadecimal:
//     read SIDE LIMIT PIECE BYTES        the events that these frames are, up to the last one
//     write KIND:NUMBER:PAYLOAD...       the bytes of these frames
//     open BYTES                         the answer to a handshake
std::string answer_websocket(std::string_view line);

}  // namespace differential
