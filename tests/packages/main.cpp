// Answers one call. tests/packages/run.sh builds it in every way.
#include <callbox/callbox.hpp>

#include <cstdio>

int add(int a, int b) { return a + b; }
constexpr callbox::api methods{callbox::method<"add", add>("Adds.", "a", "b")};

extern "C" __attribute__((visibility("default"))) int answer_one() {
    const std::string got = callbox::answer(
        methods, R"({"jsonrpc":"2.0","method":"add","params":[2,3],"id":1})");
    callbox::server s(methods, {.listen = {"127.0.0.1:0"}});
    const std::string why = s.start();
    std::printf("%s%s\n", got.c_str(), why.c_str());
    return got.find("\"result\":5") != got.npos && why.empty() ? 0 : 1;
}

#ifndef SHARED
int main() { return answer_one(); }
#endif
