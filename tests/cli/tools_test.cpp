// The command line about tools for AI clients.
#include "cli/text.hpp"

#include "cli/command.hpp"
#include "mcp/tool.hpp"
#include "support/command_line.hpp"
#include "support/logs.hpp"
#include "system/file.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <fcntl.h>
#include <unistd.h>

#include <string>
#include <string_view>
#include <vector>

namespace tools_test { namespace {

using namespace callbox;

int add(int a, int b) { return a + b; }
int count(int& state) { return ++state; }

constexpr api methods{
    method<"math.add", add>("The sum of two integers.", reads_only, "a", "b"),
    method<"math.old", add>("The same.", deprecated, "a", "b"),
    method<"math.secret", add>("The same.", no_tool, "a", "b"),
    method<"sum", add>("The sum once more.", "a", "b"),
};
constexpr api twins{
    method<"stock.all_of", add>("", "a", "b"),
    method<"stock.all.of", add>("", "a", "b"),
};
constexpr api counting{method<"count", count>("Counts.")};

using support::ran;

ran running(const std::vector<std::string>& words, const options& how = {},
            const table& all = methods) {
    int state = 0;
    return support::command_line{.methods = all, .defaults = how, .state = &state}(words);
}

Test(cli_tools, list_tools_prints_each_tool_as_a_model_sees_it) {
    const ran got = running({"list", "--tools"});
    cr_expect(got.status == 0 && got.error.empty());
    support::quiet_log log;
    std::string lines(mcp::tool_list(methods, log).listed(nullptr));
    cr_assert(lines.starts_with("[{") && lines.ends_with("}]"));
    lines = lines.substr(1, lines.size() - 2) + "\n";
    const std::string_view between = R"(},{"name":"sum")";
    cr_assert(lines.find(between) != lines.npos);
    lines.replace(lines.find(between) + 1, 1, "\n");
    cr_expect(got.out == lines, "%s", got.out.c_str());
    cr_expect(got.out.starts_with(R"({"name":"math_add","title":"math.add",)"));
    cr_expect(got.out.find("secret") == got.out.npos && got.out.find("old") == got.out.npos);
}

Test(cli_tools, list_tools_refuses_the_table_that_serving_them_refuses) {
    const ran got = running({"list", "--tools"}, {}, twins);
    cr_expect(got.status == 1 && got.out.empty());
    cr_expect(got.error == mcp::error_in_tools(twins) && !got.error.empty(), "%s",
              got.error.c_str());
    cr_expect(running({"list"}, {}, twins).status == 0);
}

Test(cli_tools, list_accepts_no_other_arguments) {
    cr_expect(running({"list", "--tool"}).error ==
              "unknown option --tool for list; did you mean --tools?");
    cr_expect(running({"list", "--tools", "all"}).error ==
              "unexpected argument \"all\" after \"list\"");
}

Test(cli_tools, help_mcp_has_the_configuration_of_a_client) {
    options named;
    named.name = "inventory";
    for (const options& how : {options{}, named}) {
        const ran got = running({"help", "mcp"}, how);
        const std::string name = how.name.empty() ? "server" : how.name;
        cr_expect(got.status == 0);
        cr_expect(got.out.starts_with("usage: server mcp"));
        const std::string path = callbox::system::own_path();
        cr_expect(path.starts_with("/") && ::access(path.c_str(), X_OK) == 0);
        for (const std::string& part :
             {"{\"mcpServers\": {\"" + name + "\": {\"command\": \"" + path +
                  "\", \"args\": [\"mcp\"]}}}\n",
              "{\"mcpServers\": {\"" + name +
                  "\": {\"type\": \"http\", \"url\": \"http://127.0.0.1:8080/api/mcp\",\n"})
            cr_expect(got.out.find(part) != got.out.npos, "%s", got.out.c_str());
    }
}

Test(cli_tools, mcp_requires_both_streams_and_valid_options) {
    cr_expect(running({"mcp", "--log-level", "loud"}).status == 2);
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    ::dup2(null, STDIN_FILENO);
    ::close(STDIN_FILENO);
    const ran got = running({"mcp"});
    ::dup2(null, STDIN_FILENO);
    ::close(null);
    cr_expect(got.status == 1 && got.error == "cannot start: standard input is closed", "%s",
              got.error.c_str());
}

Test(cli_tools, mcp_serves_until_its_input_ends) {
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    ::dup2(null, STDIN_FILENO);
    cr_expect(running({"mcp"}, {}, counting).status == 0);
    ::close(null);
}

}}  // namespace tools_test
