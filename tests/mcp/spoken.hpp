// The protocol without a network: a message in, its answer out.
#pragma once

#include "mcp/endpoint.hpp"
#include "support/kept_calls.hpp"
#include "support/logs.hpp"
#include "support/messages.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <utility>

namespace mcp_test {

using callbox::mcp::http_fields;

// In the params of every modern request.
inline constexpr std::string_view modern_meta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
    R"("io.modelcontextprotocol/clientCapabilities":{}})";
// The end of every modern result.
inline constexpr std::string_view modern_end =
    R"("resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":)"
    R"({"name":"test","version":"1"}})";

inline std::string modern(std::string_view method, std::string_view params = "",
                          std::string_view id = "1") {
    std::string all(params);
    if (!all.empty()) all += ',';
    return made_up::sent(method, '{' + all + std::string(modern_meta) + '}', id);
}
// params of tools/call, without the braces.
inline std::string named(std::string_view tool, std::string_view arguments = "{}") {
    return std::string(R"("name":")").append(tool).append(R"(","arguments":)").append(arguments);
}
inline std::string tool_call(std::string_view tool, std::string_view arguments = "{}",
                             std::string_view id = "1") {
    return made_up::sent("tools/call", '{' + named(tool, arguments) + '}', id);
}
// Answers with a result, and with an error of the tool. `text` includes quotes.
inline std::string returned(std::string_view text, std::string_view structured,
                            std::string_view id = "1") {
    return made_up::answered(std::string(R"({"content":[{"type":"text","text":)").append(text) +
                                 R"(}],"structuredContent":)" + std::string(structured) + '}', id);
}
inline std::string failed(std::string_view text, std::string_view id = "1") {
    return made_up::answered(std::string(R"({"content":[{"type":"text","text":)").append(text) +
                                 R"(}],"isError":true})", id);
}

struct setup {
    callbox::limits bounds = {};
    callbox::api_info about = {.title = "test", .version = "1"};
    bool is_private = false;
};

class spoken {
public:
    explicit spoken(const callbox::table& methods, setup with = {})
        : counts(callbox::rpc::counted_methods(methods)),
          calls(methods, nullptr, with.bounds, log, &slow, &counts),
          one(methods, with.about, with.bounds, with.is_private, calls, counts, log) {
        log.log_calls(true);
    }

    // From standard input unless there is a head.
    std::string answer(std::string message, const http_fields* head = nullptr,
                       const callbox::rpc::view* sees = nullptr) {
        callbox::bytes out;
        out.append("before");
        said = one.answer(message, {.from = &from, .sees = sees, .head = head}, out);
        cr_assert(!out.overflowed());
        std::string text(out.view());
        cr_assert(text.starts_with("before"));
        text.erase(0, 6);
        cr_expect(text.empty() == (said.silent || said.waits), "%s", text.c_str());
        return text;
    }
    void expect(std::string message, std::string_view wanted, int status = 200) {
        const std::string got = answer(message);
        cr_expect(got == wanted && said.status == status, "%s\nwanted %.*s\ngot    %d %s",
                  message.c_str(), static_cast<int>(wanted.size()), wanted.data(), said.status,
                  got.c_str());
    }
    // An error of the protocol.
    void expect_error(std::string message, int code, std::string_view id = "1", int status = 200,
                      const http_fields* head = nullptr) {
        const std::string got = answer(message, head);
        const std::string begin =
            R"({"jsonrpc":"2.0","error":{"code":)" + std::to_string(code) + R"(,"message":")";
        const std::string end = R"(},"id":)" + std::string(id) + '}';
        cr_expect(got.starts_with(begin) && got.ends_with(end) && said.status == status,
                  "%s\nwanted %d, %d\ngot    %d %s", message.c_str(), status, code, said.status,
                  got.c_str());
    }

    callbox::caller from{.peer = "127.0.0.1:1"};
    callbox::mcp::reply said;
    support::kept_log log;
    made_up::kept_calls slow;
    callbox::rpc::call_counters counts;
    callbox::rpc::dispatcher calls;
    callbox::mcp::endpoint one;
};

}  // namespace mcp_test
