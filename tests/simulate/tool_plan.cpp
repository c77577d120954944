// The messages of a client of the Model Context Protocol.
#include "maker.hpp"

namespace simulate {

using std::string;
using std::to_string;

// A message of the Model Context Protocol, in a random era.
void maker::tool(bool last) {
    static const string meta = R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                               R"("io.modelcontextprotocol/clientCapabilities":{}})";
    static const string modern_end =
        R"(,"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":)"
        R"({"name":"callbox","version":"0"}})";
    const bool is_modern = luck_.one_in(2), lists = luck_.one_in(6);
    const string method = lists ? "tools/list" : "tools/call";
    asked one;
    string name, rest;
    if (luck_.one_in(12)) {
        one.status = 400;
        one.begins = R"({"jsonrpc":"2.0","error":{"code":-32)";
        return post(luck_.one_in(2) ? "[]" : "{", one, last, {"/api/mcp"});
    }
    if (lists) {
        one.begins = R"({"jsonrpc":"2.0","result":{"tools":[{"name":"greeting_hello",)";
        rest = R"(,"id":1,"params":{)" + string(is_modern ? "" : "\"a\":1");
    } else {
        rest = called_as_tool(name, one, is_modern ? modern_end : "");
    }
    string fields;
    if (is_modern) {
        rest += (lists ? "" : ",") + meta;
        fields = "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: " + method + "\r\n";
        if (!lists) fields += "Mcp-Name: " + name + "\r\n";
    }
    post(R"({"jsonrpc":"2.0","method":")" + method + '"' + rest + "}}", one, last,
         {"/api/mcp", fields});
}

// The message after its method, up to its params.
string maker::called_as_tool(string& name, asked& one, const string& result_end) {
    static const string begin = R"({"jsonrpc":"2.0","result":{"content":[{"type":"text","text":)";
    string id;
    const bool silent = luck_.one_in(8);
    called& c = note(id, silent);
    const string token = to_string(calls_.size() - 1);
    if (id.find('.') != string::npos) c.id = id = token;  // the protocol allows no fractions
    string arguments = "\"token\":" + token;
    string text = '"' + token + '"', result = token;
    bool fails = false;
    name = "sim_mark";
    c.is_tool = c.counts = one.is_call = true;
    switch (luck_.below(slow_ ? 9 : 6)) {
    case 0:
        text = result = '"' + string(luck_.scaled(3000), 'a') + '"';
        name = "sim_echo";
        arguments += ",\"text\":" + text;
        c.too_large = text.size() + 100 > bounds_.response_bytes_max;
        break;
    case 1: name = "sim_fail"; fails = true; break;
    case 2: name = "sim_throw"; c.wanted = begin + "\"Internal error, incident "; break;
    case 3: name = "sim_marc"; c.wanted = R"({"jsonrpc":"2.0","error":{"code":-32602,)"; break;
    case 4: arguments += ",\"x\":1"; c.wanted = begin + "\"Invalid params: "; break;
    case 6: name = "sim_slow"; break;
    case 7: case 8: name = "sim_late"; break;
    default: break;
    }
    c.exact = c.wanted.empty();
    if (c.exact)
        c.wanted = begin + text +
                   (fails ? R"(}],"isError":true)"
                          : R"(}],"structuredContent":{"result":)" + result + '}') +
                   result_end + '}';
    else c.counts = name == "sim_throw";
    if (silent) {
        c.forbidden = true;
        named_.clear();
        one = {.status = 202};
    }
    return (silent ? "" : ",\"id\":" + id) + R"(,"params":{"name":")" + name +
           R"(","arguments":{)" + arguments + '}';
}

}  // namespace simulate
