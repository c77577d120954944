// Streams of server-sent events as a server sends them, correct or broken off.
#pragma once

#include "server/scripted.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace event_streams {

using std::string;
using std::string_view;

inline constexpr string_view head =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n"
    "Transfer-Encoding: chunked\r\n\r\n";

inline string in_chunks(string_view body, std::size_t size = SIZE_MAX) {
    string made;
    for (; !body.empty(); body.remove_prefix(std::min(size, body.size()))) {
        char length[20];
        (void)std::snprintf(length, sizeof length, "%zx\r\n", body.substr(0, size).size());
        made += length + string(body.substr(0, size)) + "\r\n";
    }
    return made;
}

inline string framed(string_view json) { return "data: " + string(json) + "\n\n"; }
inline string response(int number = 1) {
    return "retry: 10\n" +
           framed(R"({"jsonrpc":"2.0","result":"1","id":)" + std::to_string(number) + "}");
}
inline string message(string_view rest, string_view name = "counted") {
    return framed(R"({"jsonrpc":"2.0","method":")" + string(name) +
                R"(","params":{"subscription":"1",)" + string(rest) + "}}");
}
inline string counted(int n) { return message("\"result\":" + std::to_string(n)); }
inline string kept(int seq) {
    return message("\"seq\":" + std::to_string(seq) + ",\"result\":" + std::to_string(seq),
                   "kept");
}
inline const string overflow = R"("error":{"code":-32006,"message":"Subscription ended",)"
                               R"("data":{"reason":"overflow","missed":3}})";
inline const string end = message(overflow), kept_end = message(overflow, "kept");

// A stream that its server ends, or breaks off without the last chunk.
inline scripted ending(const string& body) {
    return {string(head) + in_chunks(body) + "0\r\n\r\n", true};
}
inline scripted lost(const string& body) { return {string(head) + in_chunks(body), true}; }

inline scripted refusing(int number, string_view error) {
    return {answer_of(R"({"jsonrpc":"2.0","error":)" + string(error) + R"(,"id":)" +
                      std::to_string(number) + "}"), true};
}

}  // namespace event_streams
