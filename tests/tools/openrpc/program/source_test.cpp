#include "program/source.hpp"
#include "server/scripted.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace source_test { namespace {

using namespace callbox;
using program::is_url;
using std::string;
using std::string_view;

const string secret = "sixteen-and-more-of-it";

struct got {
    string problem;
    string text;
};

got read(const string& source, const string& with = "") {
    bytes out;
    const string problem = program::read_document(source, with, out);
    return {problem, string(out.view())};
}

// The request and its result.
struct asked {
    got came;
    string request;
};

asked answered_by(const string& answer, string_view path, const string& with = "") {
    scripted_server server({{answer, true}});
    const got came = read("http://" + server.where() + string(path), with);
    return {came, server.requests().at(0)};
}

void expect_problem(const string& answer, string_view path, string_view wanted,
                    const string& with = "") {
    const got came = answered_by(answer, path, with).came;
    cr_expect(came.text.empty());
    cr_expect(came.problem == wanted, "%s", came.problem.c_str());
}

string rpc(string_view rest) {
    return answer_of(R"({"jsonrpc":"2.0","id":1,)" + string(rest) + "}");
}

TestSuite(program_source, .timeout = 60);

Test(program_source, a_url_has_a_scheme_and_anything_else_is_a_file) {
    for (const string_view url : {"http://a", "https://a", "unix:/a", "unix:a"})
        cr_expect(is_url(url), "%s", url.data());
    for (const string_view file : {"", "-", "a.json", "localhost:8080", "./http://a", "http:/a"})
        cr_expect(not is_url(file), "%s", file.data());
}

Test(program_source, the_document_of_a_url_is_fetched) {
    for (const string path : {"/api/openrpc.json", "/v1.json?x=1"}) {
        const auto [came, request] = answered_by(answer_of("{\"a\": 1}\n"), path);
        cr_expect(came.problem.empty() && came.text == "{\"a\": 1}\n");
        cr_expect(request.starts_with("GET " + path + " HTTP/1.1\r\n"), "%s", request.c_str());
        cr_expect(request.find("User-Agent: callbox-openrpc\r\n") != string::npos);
        cr_expect(request.find("Authorization") == string::npos);
    }
}

Test(program_source, an_endpoint_is_asked_for_its_document) {
    for (const string path : {"", "/", "/v1", "/api?x=openrpc.json"}) {
        const auto [came, request] =
            answered_by(rpc(R"("result": {"a\u0062": "\n", "c":[ ]} )"), path);
        cr_expect(came.problem.empty());
        cr_expect(came.text == R"({"a\u0062": "\n", "c":[ ]})", "%s", came.text.c_str());
        cr_expect(request.starts_with("POST " + (path.empty() ? "/api" : path) + " "), "%s",
                  request.c_str());
        cr_expect(request.ends_with(R"({"jsonrpc":"2.0","method":"rpc.discover","id":1})"));
    }
}

Test(program_source, a_token_is_sent_to_both_kinds_of_url) {
    for (const string_view path : {"/api", "/api/openrpc.json"}) {
        const asked all = answered_by(rpc(R"("result":{})"), path, secret);
        cr_expect(all.request.find("Authorization: Bearer " + secret + "\r\n") != string::npos);
        const string refused = answer_of(R"({"jsonrpc":"2.0","id":null,)"
                                         R"("error":{"code":-32600,"message":"No"}})",
                                         "401 Unauthorized");
        const string why = string("the server answered 401 Unauthorized: ") +
                           (path.ends_with(".json") ? "" : "No: ");
        expect_problem(refused, path, why + "pass --token-file or set CALLBOX_TOKEN");
        expect_problem(refused, path,
                       why + "the token of --token-file or CALLBOX_TOKEN was rejected", secret);
    }
}

Test(program_source, a_response_without_a_document_is_an_error) {
    const string document = "/api/openrpc.json";
    expect_problem(answer_of("<html>", "404 Not Found"), document,
                   "the server answered 404 Not Found");
    expect_problem(answer_of("", "204 No Content"), document,
                   "the server answered 204 No Content");
    expect_problem("", document, "the connection was closed without a response");
    expect_problem(rpc(R"("error":{"code":-32601,"message":"Method\nnot found"})"), "/api",
                   "rpc.discover failed: error -32601: Method?not found");
    expect_problem(answer_of("<html>", "404 Not Found"), "/api",
                   "the server answered 404 Not Found");
    expect_problem(answer_of("<html>"), "/api", "rpc.discover: the response is not JSON");
    expect_problem(answer_of(""), "/api", "rpc.discover: no response");
    cr_expect(read("https://example.org/openrpc.json").problem ==
              "https is not supported; use http://, or a proxy that adds TLS");
    const string refused = read("http://127.0.0.1:1/api").problem;
    cr_expect(refused == "cannot connect to 127.0.0.1:1: Connection refused", "%s",
              refused.c_str());
}

// The message of a transport failure begins with the URL; a server's own does not.
Test(program_source, no_code_of_a_server_is_taken_for_a_failure_of_the_client) {
    for (const string code : {"-32300", "-32304", "-32309", "0"})
        expect_problem(rpc("\"error\":{\"code\":" + code + ",\"message\":\"a\"}"), "/api",
                       "rpc.discover failed: error " + code + ": a");
}

}}  // namespace source_test
