#include "openrpc/document.hpp"
#include "program/command.hpp"
#include "support/command_line.hpp"
#include "support/everything.hpp"
#include "support/folder.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <vector>

namespace client_test { namespace {

using namespace callbox;
using std::string;
using std::string_view;

using support::ran;

const support::command_line client{.methods = program::no_methods, .command = "client",
                                   .name = "callbox-openrpc", .run = program::run_command};

string things() {
    return openrpc::describe(everything::table(), {.title = "Things", .version = "1"}).document;
}

Test(program_client, each_language_has_its_client) {
    const support::folder place;
    const string path = place.put("document.json", things());
    const std::pair<string, string> all[] = {{"typescript", "export class Things"},
                                             {"python", "class Things"},
                                             {"c++", "namespace things {"}};
    for (const auto& [language, part] : all) {
        const ran got = client({language, path});
        cr_expect(got.status == 0 && got.error.empty() && got.errors.empty());
        cr_expect(got.out.find(part) != string::npos, "%s", language.c_str());
        cr_expect(got.out.find("contract") != string::npos && got.out.ends_with('\n'));
        const ran named = client({language, path, "--name", "MyApi"});
        cr_expect(named.out.find("MyApi") != string::npos || language == "c++");
        cr_expect(named.out.find("namespace my_api {") != string::npos || language != "c++");
    }
}

Test(program_client, the_typescript_type_of_64_bits_is_a_choice) {
    const support::folder place;
    const string path = place.put("document.json", things());
    const string number = client({"typescript", path, "--int64=number"}).out;
    const string text = client({"typescript", path, "--int64", "string"}).out;
    const string wide = client({"typescript", path}).out;
    cr_expect(number != text && text != wide && wide != number);
    cr_expect(client({"typescript", path, "--int64=bigint"}).out == wide);
}

Test(program_client, a_python_client_is_asynchronous_by_choice) {
    const support::folder place;
    const string path = place.put("document.json", things());
    const string plain = client({"python", path}).out;
    const string made = client({"python", "--async", path, "--name", "Mine"}).out;
    for (const char* part : {"import asyncio\n", "    async def call(", " await self._send(Call("})
        cr_expect(made.find(part) != string::npos, "%s", part);
    cr_expect(made.find("class Mine(") != string::npos);
    for (const char* part : {"async ", "await "})
        cr_expect(plain.find(part) == string::npos, "%s", part);
}

Test(program_client, a_type_that_became_any_json_is_noted_on_standard_error) {
    const support::folder place;
    const string path = place.put("document.json",
                                  R"({"openrpc":"1.2.6","info":{"title":"","version":""},)"
                                  R"("methods":[{"name":"m","params":[],)"
                                  R"("result":{"name":"r","schema":{"$ref":"#x\u0007"}}}]})");
    const ran got = client({"python", path});
    cr_expect(got.status == 0 && !got.out.empty());
    cr_expect(got.errors == "note: method \"m\": unresolved \"$ref\" \"#x\\u0007\": any JSON\n",
              "%s", got.errors.c_str());
}

Test(program_client, wrong_arguments_are_refused) {
    const support::folder place;
    const string path = place.put("document.json", "{}");
    const string usage = "client requires a language and a document: "
                         "client typescript http://127.0.0.1:8080/api";
    client.refuses({}, usage);
    client.refuses({"python"}, usage);
    client.refuses({"python", "a", "b"}, "unexpected argument \"b\" after the document");
    client.refuses({"cobol", path}, "unknown language \"cobol\"; expected typescript, python "
                                    "or c++");
    client.refuses({"python", path, "--name", "2b"},
                   "--name: expected letters and digits, starting with a letter, got \"2b\"");
    client.refuses({"python", path, "--int64", "float"},
                   "--int64: expected bigint, number or string, got \"float\"");
    client.refuses({"c++", path, "--async"}, "--async is for python only");
    client.refuses({"python", path, "--async=yes"}, "--async accepts no argument, got \"yes\"");
    client.refuses({"python", path}, path + ": not an OpenRPC document: "
                                            "missing version \"openrpc\"");
    client.refuses({"python", place / "none"}, (place / "none") + ": No such file or directory");
}

}}  // namespace client_test
