// A model of JSON-RPC 2.0: the responses to a message, with their ids and possible codes. It reads
// messages with the model of JSON, and knows only the names of methods.
#pragma once

#include "input.hpp"
#include "json_model.hpp"

#include <callbox/limits.hpp>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

// A required response.
struct response {
    std::string id = "null";  // byte for byte
    int code = 0;             // of the only possible error; 0: the method was called
};

class rpc_model {
public:
    // Requires: `bounds` and `methods` outlive it.
    rpc_model(const callbox::limits& bounds, const std::set<std::string>& methods)
        : bounds_(bounds), methods_(methods) {}

    // Stops if `answer` is not an answer to `message`. is_code() checks errors of methods.
    template <class IsCode>
    void check(std::string_view message, std::string_view answer, IsCode is_code) const;

private:
    std::vector<response> responses(std::string_view message, bool& batch) const;
    void add(const json_tree& request, std::vector<response>& to) const;
    template <class IsCode>
    static void check_one(const json_tree& got, const response& wanted, IsCode is_code);

    const callbox::limits& bounds_;
    const std::set<std::string>& methods_;
};

inline std::vector<response> rpc_model::responses(std::string_view message, bool& batch) const {
    json_tree tree;
    batch = false;
    if (!json_reader(message, bounds_.json_depth_max, bounds_.json_nodes_max).read(tree))
        return {{.code = -32700}};
    std::vector<response> all;
    if (tree.kind != json_kind::array) return add(tree, all), all;
    if (tree.children.empty() || tree.children.size() > bounds_.batch_length_max)
        return {{.code = -32600}};
    batch = true;
    for (const json_tree& each : tree.children) add(each, all);
    return all;
}

// The response to one request, if it has one.
inline void rpc_model::add(const json_tree& request, std::vector<response>& to) const {
    if (request.kind != json_kind::object) return to.push_back({.code = -32600});
    bool twice = false;
    std::set<std::string> seen;
    static const std::set<std::string> known{"jsonrpc", "method", "params", "id"};
    for (std::size_t i = 0; i < request.children.size(); i += 2) {
        const std::string& name = request.children[i].text;
        if (known.count(name) == 0 || seen.insert(name).second) continue;
        if (name == "id") return to.push_back({.code = -32600});
        twice = true;
    }
    const auto member = [&](const char* name, std::set<json_kind> kinds) {
        const json_tree* at = request.find(name);
        return at != nullptr && kinds.count(at->kind) != 0 ? at : nullptr;
    };
    using enum json_kind;
    const json_tree* id = member("id", {null, integer, number, string});
    const json_tree* version = member("jsonrpc", {string});
    const json_tree* method = member("method", {string});
    const bool right = !twice && version != nullptr && version->text == "2.0" &&
                       method != nullptr && (id != nullptr || seen.count("id") == 0) &&
                       (seen.count("params") == 0 || member("params", {null, array, object}));
    if (right && id == nullptr) return;
    const int code = !right ? -32600 : methods_.count(method->text) != 0 ? 0 : -32601;
    to.push_back({.id = id != nullptr ? id->token : "null", .code = code});
}

template <class IsCode>
void rpc_model::check(std::string_view message, std::string_view answer, IsCode is_code) const {
    bool batch = false;
    const std::vector<response> wanted = responses(message, batch);
    if (wanted.empty()) return expect(answer.empty(), "notifications have no answer", answer);
    json_tree got;
    expect(json_reader(answer).read(got), "the answer is JSON", answer);
    if (!batch) return check_one(got, wanted[0], is_code);
    expect(got.kind == json_kind::array, "the answer to a batch is an array", answer);
    expect(got.children.size() == wanted.size(),
           "each request has a response, notifications have none", answer);
    for (std::size_t i = 0; i < wanted.size(); ++i) check_one(got.children[i], wanted[i], is_code);
}

template <class IsCode>
void rpc_model::check_one(const json_tree& got, const response& wanted, IsCode is_code) {
    expect(got.kind == json_kind::object, "a response is an object", got.token);
    const std::string names = got.names();
    const json_tree* error = got.find("error");
    expect(names == (error != nullptr ? "jsonrpc error id" : "jsonrpc result id"),
           "a response has its members, in order", names);
    expect(got.find("jsonrpc")->token == "\"2.0\"", "a response has its version", got.token);
    expect(got.find("id")->token == wanted.id, "the id is unchanged",
           got.find("id")->token, wanted.id);
    expect(error != nullptr || wanted.code == 0, "an invalid request has no result", got.token);
    if (error == nullptr) return;
    const std::string parts = error->names();
    expect(parts == "code message data" || (parts == "code message" && wanted.code == 0),
           "an error has its members, in order", parts);
    expect(error->find("message")->kind == json_kind::string, "its message is a string");
    const std::string code = error->find("code")->token;
    if (wanted.code != 0) return expect(code == std::to_string(wanted.code), "the code", code);
    expect(is_code(*error), "a method fails with one of its codes", error->token);
}

}  // namespace fuzz
