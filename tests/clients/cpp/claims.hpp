// What the programs of this folder claim, and a proof that no method of a document is forgotten.
#pragma once

#include <callbox/connection.hpp>

#include <concepts>
#include <cstdio>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

inline int passed = 0;
inline int failed = 0;

inline void claim(bool holds, std::string_view what) {
    if (holds) ++passed;
    else std::printf("FAILED: c++: %.*s\n", static_cast<int>(what.size()), what.data()), ++failed;
}

template <class T> bool is(const callbox::result<T>& got, const T& wanted) {
    if (!got) std::printf("%d: %s\n", got.failure().code, got.failure().message.c_str());
    return got && *got == wanted;
}
template <class T> bool fails(const callbox::result<T>& got, int code) {
    return !got && got.failure().code == code;
}

// What a method answered.
template <class R> struct answered {
    std::string method;
    callbox::result<R> result;
};

// Makes calls, as callbox::calling does: for the methods of a generated header, Calls<checking>.
struct checking {
    callbox::connection& by;
    template <class R> using answer = answered<R>;
    template <class R, class... T>
    answered<R> operator()(callbox::as<R>, const callbox::remote_method& method,
                           const T&... arguments) const {
        return {std::string(method.name), by.call<R>(method, arguments...)};
    }
};

// Claims of answers, which are written down by method, to be compared with the server's document.
class proof {
public:
    using error = std::pair<std::string, int>;  // of a method, a code

    explicit proof(const char* url, callbox::client_options how = {}) : to_(url, std::move(how)) {}

    callbox::connection& to() { return to_; }

    template <class R> void gives(const answered<R>& call, const std::type_identity_t<R>& wanted) {
        claim(check(call) && *call.result == wanted, call.method + " gives something else");
    }
    void gives_nothing(const answered<void>& call) {
        claim(check(call), call.method + " gives nothing");
    }
    template <class R, std::predicate<const R&> Holds>
    void gives_what(const answered<R>& call, Holds holds) {
        claim(check(call) && holds(*call.result), call.method + " gives something else");
    }
    template <class R> void refuses(const answered<R>& call, int code) {
        claim(fails(call.result, code), call.method + " does not fail with " +
                                            std::to_string(code));
        if (fails(call.result, code)) errors_.emplace(call.method, code);
    }
    template <class R> void refuses_arguments(const answered<R>& call) {
        claim(fails(call.result, -32602), call.method + " takes what is no argument of it");
    }

    // Claims that each method of the document gave something, and failed with each of its errors
    // but `never`, which no argument leads to.
    void is_whole(const std::set<error>& never) {
        const auto document = to_.call<callbox::json>({"rpc.discover"});
        claim(document && (*document)["methods"].size() > 0, "the document has methods");
        if (!document) return;
        std::set<error> declared;
        for (const auto method : (*document)["methods"].items()) {
            const std::string name = method["name"].as<std::string>().value_or("");
            claim(answers_.contains(name), name + " is never answered");
            for (const auto each : method["errors"].items())
                declared.emplace(name, each["code"].as<int>().value_or(0));
        }
        for (const auto& [name, code] : declared)
            claim(errors_.contains({name, code}) != never.contains({name, code}),
                  name + " never fails, or should never, with " + std::to_string(code));
        claim(errors_.size() + never.size() == declared.size(), "what fails so is declared");
    }

private:
    template <class R> bool check(const answered<R>& call) {
        if (call.result) answers_.insert(call.method);
        else std::printf("%d: %s\n", call.result.failure().code,
                         call.result.failure().message.c_str());
        return static_cast<bool>(call.result);
    }

    callbox::connection to_;
    std::set<std::string> answers_;  // methods
    std::set<error> errors_;
};
