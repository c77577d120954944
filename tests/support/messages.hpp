// The messages of JSON-RPC that clients send and get, as text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace made_up {

inline std::string notified(std::string_view method, std::string_view params) {
    return std::string(R"({"jsonrpc":"2.0","method":")").append(method).append(R"(","params":)") +
           std::string(params) + '}';
}
inline std::string sent(std::string_view method, std::string_view params,
                        std::string_view id = "1") {
    std::string text = notified(method, params);
    text.back() = ',';
    return text.append(R"("id":)").append(id) + '}';
}
inline std::string answered(std::string_view result, std::string_view id = "1") {
    return std::string(R"({"jsonrpc":"2.0","result":)").append(result).append(R"(,"id":)") +
           std::string(id) + '}';
}
inline std::string batch(const std::vector<std::string>& members) {
    std::string text;
    for (const std::string& each : members) text += (text.empty() ? "[" : ",") + each;
    return text + "]";
}

// A request with that body. `more`: field lines, each with its CRLF.
inline std::string posted(std::string_view body, std::string_view more = "",
                          std::string_view path = "/api") {
    return "POST " + std::string(path).append(" HTTP/1.1\r\nHost: localhost\r\n").append(more) +
           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

}  // namespace made_up
