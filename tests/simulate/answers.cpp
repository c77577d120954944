// Checks the server's responses.
#include "answers.hpp"

namespace simulate {

namespace {

using std::string;
using std::string_view;

// The values between the brackets of a list.
std::vector<string_view> members(string_view list) {
    std::vector<string_view> all;
    std::size_t begin = 1;
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 1; i + 1 < list.size(); ++i) {
        const char c = list[i];
        if (quoted) {
            if (c == '\\') ++i;
            else if (c == '"') quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if (c == '}' || c == ']') {
            --depth;
        } else if (c == ',' && depth == 0) {
            all.push_back(list.substr(begin, i - begin));
            begin = i + 1;
        }
    }
    all.push_back(list.substr(begin, list.size() - 1 - begin));
    return all;
}

bool is_error(string_view response, const called& c, const char* code, const char* words) {
    if (c.is_tool)
        return response.starts_with(
            string(R"({"jsonrpc":"2.0","result":{"content":[{"type":"text","text":")") + words);
    return response.starts_with(string(R"({"jsonrpc":"2.0","error":{"code":)") + code + ',');
}

string judge_one(string_view response, const called& c, const callbox::limits& bounds,
                 std::int64_t now) {
    const string end = ",\"id\":" + c.id + '}';
    if (!response.ends_with(end)) return "the id is not " + c.id;
    response.remove_suffix(end.size());
    if (c.slow == called::waits::refused)
        return is_error(response, c, "-32002", "Busy") ? "" : "the queue was full for the call";
    if (c.slow != called::waits::no && is_error(response, c, "-32003", "No answer"))
        return now >= c.due ? "" : "a time-out before its time";
    if (c.slow == called::waits::taken) return "a response before the call is executed";
    if (c.too_large && is_error(response, c, "-32001", "The answer is larger")) return "";
    const bool right = c.exact ? response == c.wanted : response.starts_with(c.wanted);
    if (!right) return "the response is not " + c.wanted;
    const std::size_t limit = bounds.response_bytes_max;  // a tool's response has its result twice
    if (c.too_large && response.size() > (c.is_tool ? 2 * limit + 400 : limit + 100))
        return "the response exceeds its limit";
    if (c.counts && c.executed != 1) return "it was not called exactly once";
    return "";
}

}  // namespace

string judge(const wire::answer& got, const asked& request, const ledger& calls,
             const callbox::limits& bounds, std::int64_t now) {
    const string status = std::to_string(got.status);
    if (!request.readiness && got.status != request.status)
        return "status " + status + ", not " + std::to_string(request.status);
    if (!request.is_call)
        return got.body.starts_with(request.begins) ? "" : "the body is not " + request.begins;
    std::vector<string_view> responses;
    if (request.batch && got.status == 200) responses = members(got.body);
    else if (got.status == 200) responses = {got.body};
    std::size_t at = 0;
    for (const std::size_t token : request.calls) {
        const called& c = calls[token];
        if (c.id.empty()) {
            const bool made = c.executed == 1 || c.slow != called::waits::no || !c.counts;
            if (!made) return "the notification " + std::to_string(token) + " was not executed";
            continue;
        }
        if (at == responses.size()) return "no response to " + c.id;
        string wrong = judge_one(responses[at++], c, bounds, now);
        if (!wrong.empty()) return wrong;
    }
    return at == responses.size() ? "" : "too many responses";
}

}  // namespace simulate
