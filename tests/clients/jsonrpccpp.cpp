// https://github.com/cinemast/libjson-rpc-cpp, Debian's libjsonrpccpp-dev. `jsonrpccpp URL` makes
// the calls of claims.json and prints one line; exit status 0 if every claim about its results
// holds. Its headers need C++14 or older.
#include <jsonrpccpp/client.h>
#include <jsonrpccpp/client/connectors/httpclient.h>
#include <jsonrpccpp/version.h>

#include <exception>
#include <fstream>
#include <initializer_list>
#include <iostream>
#include <stdexcept>
#include <string>

namespace {

Json::Value list(std::initializer_list<Json::Value> values) {
    Json::Value all(Json::arrayValue);
    for (const Json::Value& one : values) all.append(one);
    return all;
}

void equal(const Json::Value& got, const Json::Value& wanted) {
    if (got == wanted) return;
    throw std::runtime_error(got.toStyledString() + "is not " + wanted.toStyledString());
}

void expect_failure(jsonrpc::Client& server, const Json::Value& row) {
    try {
        server.CallMethod(row["method"].asString(), row["params"]);
    } catch (const jsonrpc::JsonRpcException& error) {
        const Json::Value& wanted = row["error"];
        const std::string& got = error.GetMessage();  // The client adds its own text before.
        if (got.find(wanted["message"].asString()) == std::string::npos) equal(got, wanted);
        return equal(error.GetCode(), wanted["code"]);
    }
    throw std::runtime_error("the call did not fail");
}

void expect(jsonrpc::Client& server, const Json::Value& row) {
    if (row.isMember("error")) return expect_failure(server, row);
    equal(server.CallMethod(row["method"].asString(), row.get("params", list({}))), row["result"]);
}

// The server logs that the second one failed, which run.sh checks.
void notifications(jsonrpc::Client& server, const Json::Value&) {
    server.CallNotification("math.add", list({2, 3}));
    server.CallNotification("no.such.method", list({}));
    equal(server.CallMethod("ping", list({})), "pong");
}

void batch(jsonrpc::Client& server, const Json::Value& factors) {
    jsonrpc::BatchCall calls;
    const int sum = calls.addCall("math.add", list({2, 3}));
    const int wrong = calls.addCall("math.add", list({2}));
    calls.addCall("math.add", list({2, 3}), true);
    const int product = calls.addCall("math.mul", factors);
    jsonrpc::BatchResponse answers = server.CallProcedures(calls);
    equal(answers.getResult(sum), 5);
    Json::Value id(wrong);
    equal(answers.getErrorCode(id), -32602);
    equal(answers.getResult(product), 42);
}

}  // namespace

int main(int, char** argv) {
    jsonrpc::HttpClient http(argv[1]);
    http.SetTimeout(5000);
    jsonrpc::Client server(http);
    int count = 0;
    int held = 0;
    const auto claim = [&](const std::string& name, auto& holds, const Json::Value& row) {
        ++count;
        try {
            holds(server, row);
            ++held;
        } catch (const std::exception& error) {
            std::cout << "    libjsonrpccpp: " << name << ": " << error.what() << '\n';
        }
    };
    Json::Value rows, factors;
    std::ifstream text("claims.json");
    if (!Json::Reader().parse(text, rows)) return 2;  // which types integers as the client does
    factors["a"] = 6;
    factors["b"] = 7;
    for (const Json::Value& row : rows) claim(row["claim"].asString(), expect, row);
    claim("notifications", notifications, {});
    claim("a batch", batch, factors);
    std::cout << "libjsonrpccpp " << JSONRPC_CPP_MAJOR_VERSION << '.' << JSONRPC_CPP_MINOR_VERSION
              << '.' << JSONRPC_CPP_PATCH_VERSION << ", C++: " << held << " of " << count << '\n';
    return held == count ? 0 : 1;
}
