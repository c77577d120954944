// https://github.com/cinemast/libjson-rpc-cpp, Debian's libjsonrpccpp-dev. `jsonrpccpp URL` prints
// one line; exit status 0 if every claim about its results holds. Its headers need C++14 or older.
#include <jsonrpccpp/client.h>
#include <jsonrpccpp/client/connectors/httpclient.h>
#include <jsonrpccpp/version.h>

#include <exception>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <limits>
#include <stdexcept>
#include <string>

namespace {

using limits = std::numeric_limits<Json::Int64>;

Json::Value list(std::initializer_list<Json::Value> values) {
    Json::Value all(Json::arrayValue);
    for (const Json::Value& one : values) all.append(one);
    return all;
}

Json::Value factors(Json::Int64 a, Json::Int64 b) {
    Json::Value both;
    both["a"] = a;
    both["b"] = b;
    return both;
}

void equal(const Json::Value& got, const Json::Value& wanted) {
    if (got == wanted) return;
    throw std::runtime_error(got.toStyledString() + "is not " + wanted.toStyledString());
}

// Returns the code. The client adds its own text before the message.
int failure(jsonrpc::Client& server, const char* method, const Json::Value& params,
            const std::string& message) {
    try {
        server.CallMethod(method, params);
    } catch (const jsonrpc::JsonRpcException& error) {
        const std::string& got = error.GetMessage();
        if (got.find(message) == std::string::npos) equal(got, message);
        return error.GetCode();
    }
    throw std::runtime_error("the call did not fail");
}

void batch(jsonrpc::Client& server) {
    jsonrpc::BatchCall calls;
    const int sum = calls.addCall("math.add", list({2, 3}));
    const int wrong = calls.addCall("math.add", list({2}));
    calls.addCall("math.add", list({2, 3}), true);
    const int product = calls.addCall("math.mul", factors(6, 7));
    jsonrpc::BatchResponse answers = server.CallProcedures(calls);
    equal(answers.getResult(sum), 5);
    Json::Value id(wrong);
    equal(answers.getErrorCode(id), -32602);
    equal(answers.getResult(product), 42);
}

struct claim {
    const char* name;
    std::function<void(jsonrpc::Client&)> holds;
};

const claim claims[] = {
    {"no parameters", [](jsonrpc::Client& c) { equal(c.CallMethod("ping", list({})), "pong"); }},
    {"by position", [](jsonrpc::Client& c) { equal(c.CallMethod("math.add", list({2, 3})), 5); }},
    {"below zero", [](jsonrpc::Client& c) { equal(c.CallMethod("math.sub", list({2, 3})), -1); }},
    {"by name", [](jsonrpc::Client& c) { equal(c.CallMethod("math.mul", factors(6, 7)), 42); }},
    {"text beyond ASCII",
     [](jsonrpc::Client& c) {
         equal(c.CallMethod("greeting.hello", list({"Zo\u00eb \"\U0001F986\"\n"})),
               "Hello, Zo\u00eb \"\U0001F986\"\n!");
     }},
    {"all 64 bits",
     [](jsonrpc::Client& c) {
         equal(c.CallMethod("math.add", list({limits::max() - 1, 1})).asInt64(), limits::max());
         equal(c.CallMethod("math.sub", list({limits::min() + 1, 1})).asInt64(), limits::min());
     }},
    {"a wrong type is -32602",
     [](jsonrpc::Client& c) {
         equal(failure(c, "math.add", list({"two", 3}),
                       "Invalid params: parameter \"a\": expected integer, got string"),
               -32602);
     }},
    {"an unknown method is -32601",
     [](jsonrpc::Client& c) {
         equal(failure(c, "math.ad", list({2, 3}), "Method not found"), -32601);
     }},
    {"an error of the method has its own code",
     [](jsonrpc::Client& c) {
         equal(failure(c, "math.mul", factors(limits::max(), 2),
                       "the product does not fit 64 bits"),
               1);
     }},
    // The server logs that the second one failed, which run.sh checks.
    {"notifications",
     [](jsonrpc::Client& c) {
         c.CallNotification("math.add", list({2, 3}));
         c.CallNotification("no.such.method", list({}));
         equal(c.CallMethod("ping", list({})), "pong");
     }},
    {"a batch", batch},
};

}  // namespace

int main(int, char** argv) {
    jsonrpc::HttpClient http(argv[1]);
    http.SetTimeout(5000);
    jsonrpc::Client server(http);
    int count = 0;
    int held = 0;
    for (const claim& one : claims) {
        ++count;
        try {
            one.holds(server);
            ++held;
        } catch (const std::exception& error) {
            std::cout << "    libjsonrpccpp: " << one.name << ": " << error.what() << '\n';
        }
    }
    std::cout << "libjsonrpccpp " << JSONRPC_CPP_MAJOR_VERSION << '.' << JSONRPC_CPP_MINOR_VERSION
              << '.' << JSONRPC_CPP_PATCH_VERSION << ", C++: " << held << " of " << count << '\n';
    return held == count ? 0 : 1;
}
