// Text about tools, for `list --tools` and `help mcp`.
#include "text.hpp"

#include "base/visible.hpp"
#include "mcp/tool.hpp"

#include <callbox/json.hpp>

#include <limits.h>
#include <unistd.h>

#include <array>
#include <new>

namespace callbox::cli {

void append_tools(bytes& out, const table& methods) {
    for (const row& r : methods.rows) {
        if (r.tool.hidden || r.deprecated) continue;
        writer to(out);
        mcp::write_tool(to, methods, r);
        out.append('\n');
    }
}

void append_client_configuration(bytes& out, std::string_view name, std::string_view path,
                                 std::string_view url) {
    const auto quoted = [&](std::string_view text) {
        bytes made;
        writer(made).string(text);
        if (made.overflowed()) throw std::bad_alloc();
        append_visible_json(out, made.view());
    };
    out.append("\nConfiguration of a client that starts the program:\n  "
               "{\"mcpServers\": {");
    quoted(name);
    out.append(": {\"command\": ");
    quoted(path);
    out.append(", \"args\": [\"mcp\"]}}}\n\n"
               "Configuration of a client over HTTP, if the server runs with --mcp;\n"
               "\"headers\" is for servers with --token-file:\n  "
               "{\"mcpServers\": {");
    quoted(name);
    out.append(": {\"type\": \"http\", \"url\": ");
    quoted(url);
    out.append(",\n    \"headers\": {\"Authorization\": \"Bearer TOKEN\"}}}}\n");
}

std::string own_path(std::string_view otherwise) {
    std::array<char, PATH_MAX> path;
    const ssize_t size = ::readlink("/proc/self/exe", path.data(), path.size());
    if (size <= 0 || static_cast<std::size_t>(size) == path.size()) return std::string(otherwise);
    return {path.data(), static_cast<std::size_t>(size)};
}

}  // namespace callbox::cli
