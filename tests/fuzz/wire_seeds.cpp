// Makes seeds from the conversations of tests/wire: wire_seeds FOLDER writes the bytes that clients
// send in them into FOLDER/<target>/. TEST_WIRE names another folder of conversations.
#include "support/script.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace {

constexpr std::size_t bytes_max = 2000;  // longer ones test limits, which are smaller in targets

// Reads 38,440 bytes of answers, then waits 30 s.
constexpr const char* slow_reader = "\x5f\x3f\x5f\x5f\x5f\x5f\xa6\x07";

// Reads 392 bytes, publishes until a subscription ends, reads the rest, publishes, stops.
constexpr const char* slow_subscriber = "\x3f\x47\xfc\xfd\xfe\xfc\x44\xe4\x60\xe5\xe3\x0b";

std::string folder;
std::string file;  // of the conversation
std::size_t count = 0;
std::string lines;  // for mcp

void write(const char* target, const std::string& bytes) {
    if (bytes.size() > bytes_max) return;
    const auto place = std::filesystem::path(folder) / target;
    std::filesystem::create_directories(place);
    std::ofstream(place / (file + "-" + std::to_string(count++)), std::ios::binary) << bytes;
}

// Writes the text without choices, and with four: places to cut, or events of a connection.
void write_cut(const char* target, const std::string& bytes) {
    write(target, bytes + '\0');
    write(target, bytes + "\x08\x90\x30\xd0\x04");
}

// A session consists of lines: writes each message alone, and several together.
void write_line(const std::string& message) {
    constexpr std::size_t enough = 600;
    write_cut("mcp", message + '\n');
    lines += message + "\r\n";
    if (lines.size() < enough) return;
    write_cut("mcp", lines);
    lines.clear();
}

void write_parts(const std::string& sent) {
    const std::size_t end = sent.find("\r\n\r\n");
    if (end == std::string::npos) return;
    const std::string head = sent.substr(0, end + 4), body = sent.substr(end + 4);
    const bool chunked = head.find("ransfer-Encoding: chunked") != std::string::npos;
    write_cut("http", head);
    if (chunked) write_cut("chunked", body);
    else if (head.starts_with("POST /api/mcp ")) write_line(body);
    else if (!body.empty() && head.starts_with("POST /api ")) {
        write("json", body);
        write("answer", body);
        write_cut("shapes", body);
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    folder = argv[1];
    const wire::script all = wire::read_scripts();
    for (const wire::conversation& each : all.conversations) {
        std::string sent, together;
        file = each.file;
        for (const wire::step& s : each.steps) {
            if (s.what == wire::act::send) {
                together += s.text;
                continue;
            }
            if (!together.empty()) write_parts(together);
            sent += together;
            together.clear();
        }
        write_cut("connection", sent + together);
        write_cut("heads", sent + together);
        write("connection", sent + together + slow_reader);
        if (file == "events.txt") write("connection", sent + together + slow_subscriber);
    }
    if (!all.mistake.empty()) std::fprintf(stderr, "wire_seeds: %s\n", all.mistake.c_str());
    return all.mistake.empty() ? 0 : 1;
}
