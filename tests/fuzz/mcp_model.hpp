// A model of the Model Context Protocol on standard input: the lines of a session and the answer to
// each. The tools are passed to it. It reads messages with the model of JSON, and uses nothing of
// callbox except limits.
#pragma once

#include "input.hpp"
#include "json_model.hpp"

#include <callbox/limits.hpp>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fuzz {

// A row, as a tool.
struct mcp_tool {
    // The outcome of a call with valid arguments. `text`: the result as JSON, or the error text.
    struct outcome {
        bool failed;
        std::string text;
    };
    using values = std::vector<const json_tree*>;
    enum class type { integer, string, any };

    std::string name;
    std::string method;
    std::vector<std::pair<std::string, type>> params;
    std::function<outcome(const values&)> call;
    bool returns_object = false;  // the result is an object and is not wrapped in one
    bool is_listed = true;
};

// Settings for all messages.
struct mcp_server {
    callbox::limits bounds;
    std::string info;   // {"name": ..., "version": ...}
    std::string list;   // of tools
    std::vector<mcp_tool> tools;
};

// A required answer. Error texts are compared only if they are known.
struct mcp_answer {
    std::string id = "null";   // byte for byte
    int code = 0;              // of a protocol error; 0: it has a result
    std::string text = {};     // the result, or the message of the error
    std::string data = {};     // of the error
    bool is_modern = false;
    bool is_refused_call = false;  // the result explains invalid arguments
    bool may_be_large = false;     // or says that the answer is too large
};

inline bool is_int64(std::string_view token, __int128& number) {
    const bool is_negative = token.starts_with('-');
    number = 0;
    for (const char c : token.substr(is_negative ? 1 : 0)) {
        number = number * 10 + (c - '0');
        if (number > static_cast<__int128>(1) << 63) return false;
    }
    if (is_negative) number = -number;
    return number <= INT64_MAX;
}

// A session: each line has a required answer, or none.
class mcp_model {
public:
    // Requires: `all` outlives this.
    explicit mcp_model(const mcp_server& all) : all_(all) {}

    // The answers to a session, in order.
    std::vector<mcp_answer> answers(std::string_view input) const;
    // Stops if the line is not the wanted answer.
    void check(std::string_view line, const mcp_answer& wanted) const;

private:
    using found = std::vector<mcp_answer>;
    struct request {
        std::string id;
        std::string method;
        const json_tree* params;
        const json_tree* meta;
        bool is_modern;
    };

    // The last member with that name, if there are several.
    static const json_tree* last(const json_tree* in, std::string_view name);
    static bool is_twice(const json_tree* in, std::set<std::string> names);
    void add(std::string_view line, found& to) const;
    mcp_answer answer(const request& r) const;
    static bool is_refused_modern(const request& r, mcp_answer& with);
    mcp_answer call(const request& r, mcp_answer with) const;
    mcp_answer called(const mcp_tool& tool, const json_tree* arguments, mcp_answer with) const;
    bool binds(const mcp_tool& tool, const json_tree* arguments, mcp_tool::values& values) const;
    // The end of a result, which has more members for modern requests.
    std::string ended(std::string result, bool is_modern, bool is_cached = false) const;
    std::string failed(std::string_view text, bool is_modern) const;
    std::string too_large(bool is_modern) const;
    void check_refused_call(const json_tree& result, bool is_modern) const;
    void check_error(const json_tree& error, const mcp_answer& wanted) const;

    const mcp_server& all_;
};

inline constexpr std::size_t quoted_whole = 64;  // longer client text may be cut in errors
inline constexpr const char* meta_version = "io.modelcontextprotocol/protocolVersion";
inline constexpr const char* meta_capabilities = "io.modelcontextprotocol/clientCapabilities";

inline bool is_a(const json_tree* what, json_kind kind) {
    return what != nullptr && what->kind == kind;
}

// Line ends become spaces.
inline std::string on_one_line(std::string text) {
    for (char& c : text)
        if (c == '\r' || c == '\n') c = ' ';
    return text;
}

inline std::vector<mcp_answer> mcp_model::answers(std::string_view input) const {
    found all;
    while (!input.empty()) {
        const std::size_t end = input.find('\n');
        std::string_view line = input.substr(0, end);
        input.remove_prefix(end == input.npos ? input.size() : end + 1);
        if (end != input.npos && line.ends_with('\r')) line.remove_suffix(1);
        if (line.size() > all_.bounds.request_bytes_max) all.push_back({.code = -32600});
        else if (line.find_first_not_of(" \t\r") != line.npos) add(line, all);
    }
    return all;
}

inline const json_tree* mcp_model::last(const json_tree* in, std::string_view name) {
    if (!is_a(in, json_kind::object)) return nullptr;
    for (std::size_t i = in->children.size(); i > 0; i -= 2)
        if (in->children[i - 2].text == name) return &in->children[i - 1];
    return nullptr;
}

inline bool mcp_model::is_twice(const json_tree* in, std::set<std::string> names) {
    if (!is_a(in, json_kind::object)) return false;
    std::set<std::string> seen;
    for (std::size_t i = 0; i < in->children.size(); i += 2) {
        const std::string& name = in->children[i].text;
        if (names.count(name) != 0 && !seen.insert(name).second) return true;
    }
    return false;
}

// The envelope.
inline void mcp_model::add(std::string_view line, found& to) const {
    using enum json_kind;
    json_tree tree;
    if (!json_reader(line, all_.bounds.json_depth_max, all_.bounds.json_nodes_max).read(tree))
        return to.push_back({.code = -32700});
    if (tree.kind != object || is_twice(&tree, {"id"})) return to.push_back({.code = -32600});
    const json_tree* id = tree.find("id");
    const json_tree* method = tree.find("method");
    const json_tree* version = tree.find("jsonrpc");
    const json_tree* params = tree.find("params");
    const bool has_legal_id = is_a(id, string) || is_a(id, integer);
    const bool may_have_id = id == nullptr || has_legal_id || is_a(id, null) || is_a(id, number);
    const bool is_right = may_have_id && !is_twice(&tree, {"jsonrpc", "method", "params"}) &&
                          is_a(version, string) && version->text == "2.0" && is_a(method, string) &&
                          (params == nullptr || is_a(params, null) || is_a(params, object) ||
                           is_a(params, array));
    if (is_right && id == nullptr) return;
    if (!is_right || !has_legal_id)
        return to.push_back({.id = has_legal_id ? id->token : "null", .code = -32600});
    const json_tree* meta = last(params, "_meta");
    to.push_back(answer({.id = id->token, .method = method->text, .params = params, .meta = meta,
                         .is_modern = last(meta, meta_version) != nullptr}));
}

inline mcp_answer mcp_model::answer(const request& r) const {
    static const std::set<std::string> legacy{"2025-11-25", "2025-06-18", "2025-03-26",
                                              "2024-11-05"};
    static const std::set<std::string> known{"initialize", "ping", "tools/list", "tools/call"};
    mcp_answer with{.id = r.id, .is_modern = r.is_modern};
    const auto error = [&](int code) { return with.code = code, with; };
    const auto result = [&](std::string text) { return with.text = std::move(text), with; };
    if (r.is_modern && is_refused_modern(r, with)) return with;
    if (!r.is_modern && known.count(r.method) == 0) return error(-32601);
    if (is_a(r.params, json_kind::array) || is_twice(r.params, {"_meta"}) ||
        is_twice(r.meta, {meta_version, meta_capabilities}))
        return error(-32602);
    if (r.method == "tools/call") return call(r, with);
    if (r.method == "tools/list") {
        if (last(r.params, "cursor") != nullptr) return error(-32602);
        return result(ended(R"({"tools":)" + all_.list, r.is_modern, true));
    }
    if (r.method == "server/discover")
        return result(ended(R"({"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}})",
                            true, true));
    if (r.method == "ping") return result("{}");
    const json_tree* wanted = last(r.params, "protocolVersion");
    if (!is_a(wanted, json_kind::string) || is_twice(r.params, {"protocolVersion"}))
        return error(-32602);
    const std::string& version = legacy.count(wanted->text) != 0 ? wanted->text : "2025-11-25";
    return result(R"({"protocolVersion":")" + version +
                  R"(","capabilities":{"tools":{}},"serverInfo":)" + all_.info + '}');
}

// Checks in the order of the contract.
inline bool mcp_model::is_refused_modern(const request& r, mcp_answer& with) {
    static const std::set<std::string> known{"server/discover", "tools/list", "tools/call"};
    const json_tree* version = last(r.meta, meta_version);
    if (!is_a(version, json_kind::string) ||
        !is_a(last(r.meta, meta_capabilities), json_kind::object))
        with.code = -32602;
    else if (version->text != "2026-07-28") {
        with.code = -32022;
        if (version->text.size() <= quoted_whole)
            with.data =
                R"({"supported":["2026-07-28"],"requested":)" + json_quoted(version->text) + '}';
    }
    else if (known.count(r.method) == 0) with.code = -32601;
    return with.code != 0;
}

inline mcp_answer mcp_model::call(const request& r, mcp_answer with) const {
    const json_tree* name = last(r.params, "name");
    const json_tree* arguments = last(r.params, "arguments");
    with.code = -32602;
    if (is_twice(r.params, {"name", "arguments"}) || is_twice(r.meta, {"traceparent"}) ||
        !is_a(name, json_kind::string) ||
        (arguments != nullptr && arguments->kind != json_kind::object))
        return with;
    for (const mcp_tool& each : all_.tools)
        if (name->text == each.name || name->text == each.method)
            return with.code = 0, called(each, arguments, with);
    with.text = "Unknown tool: " + name->text;
    return with;
}

inline bool mcp_model::binds(const mcp_tool& tool, const json_tree* arguments,
                             mcp_tool::values& values) const {
    using enum json_kind;
    std::size_t given = 0;
    __int128 ignored = 0;
    for (const auto& [name, wanted] : tool.params) {
        const json_tree* at = last(arguments, name);
        if (at == nullptr || is_twice(arguments, {name})) return false;
        if (wanted == mcp_tool::type::string && at->kind != string) return false;
        if (wanted == mcp_tool::type::integer &&
            (at->kind != integer || !is_int64(at->token, ignored)))
            return false;
        values.push_back(at);
        ++given;
    }
    return arguments == nullptr || arguments->children.size() == 2 * given;
}

inline mcp_answer mcp_model::called(const mcp_tool& tool, const json_tree* arguments,
                                    mcp_answer with) const {
    constexpr std::size_t around = 60;  // bytes that JSON-RPC adds to a result, except the id
    const std::size_t most = all_.bounds.response_bytes_max;
    mcp_tool::values values;
    if (!binds(tool, arguments, values)) {
        with.is_refused_call = with.may_be_large = true;
        return with;
    }
    const mcp_tool::outcome end = tool.call(values);
    with.may_be_large = end.text.size() + around + with.id.size() > most;
    if (end.failed) return with.text = failed(end.text, with.is_modern), with;
    if (end.text.size() > most) return with.text = too_large(with.is_modern), with;
    const std::string text = end.text.starts_with('"') ? end.text : json_quoted(end.text);
    const std::string whole = on_one_line(end.text);
    with.text = R"({"content":[{"type":"text","text":)" + text + R"(}],"structuredContent":)" +
                (tool.returns_object ? whole : R"({"result":)" + whole + '}');
    return with.text = ended(with.text, with.is_modern), with;
}

inline std::string mcp_model::ended(std::string result, bool is_modern, bool is_cached) const {
    if (is_modern && is_cached) result += R"(,"ttlMs":300000,"cacheScope":"public")";
    if (is_modern)
        result += R"(,"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":)" +
                  all_.info + '}';
    return result + '}';
}

inline std::string mcp_model::failed(std::string_view text, bool is_modern) const {
    return ended(R"({"content":[{"type":"text","text":)" + json_quoted(text) +
                 R"(}],"isError":true)", is_modern);
}

inline std::string mcp_model::too_large(bool is_modern) const {
    return failed("The answer is larger than " + std::to_string(all_.bounds.response_bytes_max) +
                      " bytes: ask for less",
                  is_modern);
}

inline void mcp_model::check(std::string_view line, const mcp_answer& wanted) const {
    const std::string begin = wanted.code == 0 ? R"({"jsonrpc":"2.0","result":)"
                                               : R"({"jsonrpc":"2.0","error":)";
    const std::string end = R"(,"id":)" + wanted.id + '}';
    json_tree tree;
    expect(json_reader(line).read(tree), "an answer is JSON", line);
    expect(tree.names() == (wanted.code == 0 ? "jsonrpc result id" : "jsonrpc error id"),
           "an answer has a result or an error, as required", line, wanted.text);
    expect(tree.children[5].token == wanted.id, "the id is unchanged",
           tree.children[5].token, wanted.id);
    expect(line.starts_with(begin) && line.ends_with(end), "an answer has the usual layout", line);
    const json_tree& got = tree.children[3];
    if (wanted.code != 0) return check_error(got, wanted);
    if (wanted.may_be_large && got.token == too_large(wanted.is_modern)) return;
    if (wanted.is_refused_call) return check_refused_call(got, wanted.is_modern);
    expect(got.token == wanted.text, "the result", got.token, wanted.text);
}

// All errors in the arguments, a line each.
inline void mcp_model::check_refused_call(const json_tree& result, bool is_modern) const {
    const json_tree* content = result.find("content");
    const bool has_text = is_a(content, json_kind::array) && content->children.size() == 1 &&
                          is_a(content->children[0].find("text"), json_kind::string);
    expect(has_text, "a refused call has an explanation", result.token);
    const std::string& text = content->children[0].find("text")->text;
    expect(text.starts_with("Invalid params: ") && !text.ends_with('\n') &&
               text.find("\n\n") == text.npos,
           "the explanation consists of lines", result.token);
    expect(result.token == failed(text, is_modern), "a refused call is an error of the tool",
           result.token, failed(text, is_modern));
}

inline void mcp_model::check_error(const json_tree& error, const mcp_answer& wanted) const {
    expect(error.names() == "code message" || error.names() == "code message data",
           "an error has its members, in order", error.token);
    expect(error.children[1].token == std::to_string(wanted.code), "the code of the error",
           error.token, std::to_string(wanted.code));
    const std::string& message = error.children[3].text;
    const json_tree* data = error.find("data");
    expect(error.children[3].kind == json_kind::string && !message.empty(),
           "an error has a message", error.token);
    if (!wanted.data.empty())
        expect(data != nullptr && data->token == wanted.data, "the data", error.token, wanted.data);
    const std::string& text = wanted.text;
    if (text.empty()) return;
    expect(text.size() <= quoted_whole ? message == text : text.starts_with(message),
           "the message of the error, possibly cut", message, text);
    if (data == nullptr) return;
    const json_tree* near = data->find("did_you_mean");
    const bool is_tool = near != nullptr && data->children.size() == 2 &&
                         std::any_of(all_.tools.begin(), all_.tools.end(), [&](const auto& each) {
                             return each.is_listed && each.name == near->text;
                         });
    expect(is_tool, "the suggestion is a listed tool", error.token);
}

}  // namespace fuzz
