// Claims of the programs in this folder, and a check that every method of a document is tested.
#pragma once

#include <callbox/connection.hpp>

#include <compare>
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
    if (!got) std::printf("%d: %s\n", got.error().code, got.error().message.c_str());
    return got && *got == wanted;
}
template <class T> bool fails(const callbox::result<T>& got, int code) {
    return !got && got.error().code == code;
}

// The result of a method.
template <class R> struct answered {
    std::string method;
    callbox::result<R> result;
};

// Makes calls like callbox::calling, for Calls<checking> of a generated header.
struct checking {
    callbox::connection& by;
    template <class R> using answer = answered<R>;
    template <class R, class... T>
    answered<R> operator()(callbox::as<R>, const callbox::remote_method& method,
                           const T&... arguments) const {
        return {std::string(method.name), by.call<R>(method, arguments...)};
    }
};

// Checks results, and records methods and errors to compare with the server's document.
class proof {
public:
    struct error {
        std::string method;
        int code;
        template <class E>
        error(std::string of, E which) : method(std::move(of)), code(static_cast<int>(which)) {}
        auto operator<=>(const error&) const = default;
    };

    explicit proof(const char* url, callbox::client_options options = {})
        : to_(url, std::move(options)) {}

    callbox::connection& to() { return to_; }

    template <class R>
    void returns(const answered<R>& call, const std::type_identity_t<R>& wanted) {
        claim(check(call) && *call.result == wanted, call.method + " returns the wanted value");
    }
    void succeeds(const answered<void>& call) {
        claim(check(call), call.method + " succeeds");
    }
    template <class R, std::predicate<const R&> Holds>
    void returns_such(const answered<R>& call, Holds holds) {
        claim(check(call) && holds(*call.result), call.method + " returns a matching value");
    }
    template <class R, class E> requires(std::is_enum_v<E>)
    void refuses(const answered<R>& call, E code) {
        const error wanted(call.method, code);
        const bool holds = !call.result && call.result.error() == code;
        claim(holds && call.result.error().code == wanted.code,
              call.method + " fails with " + std::to_string(wanted.code));
        if (holds) errors_.insert(wanted);
    }
    template <class R> void refuses_arguments(const answered<R>& call) {
        claim(fails(call.result, -32602), call.method + " refuses invalid arguments");
    }

    // Claims that each method of the document returned a result, and failed with each of its errors
    // except `never`, which no argument causes.
    void is_complete(const std::set<error>& never) {
        const auto document = to_.call<callbox::json>({"rpc.discover"});
        claim(document && (*document)["methods"].size() > 0, "the document has methods");
        if (!document) return;
        std::set<error> declared;
        for (const auto method : (*document)["methods"].items()) {
            const std::string name = method["name"].as<std::string>().value_or("");
            if (method["x-event"]) continue;
            claim(answers_.contains(name), name + " returned a result");
            for (const auto each : method["errors"].items())
                declared.emplace(name, each["code"].as<int>().value_or(0));
        }
        for (const error& each : declared)
            claim(errors_.contains(each) != never.contains(each),
                  each.method + " fails with " + std::to_string(each.code) +
                      ", unless it cannot");
        claim(errors_.size() + never.size() == declared.size(), "all errors are declared");
    }

private:
    template <class R> bool check(const answered<R>& call) {
        if (call.result) answers_.insert(call.method);
        else std::printf("%d: %s\n", call.result.error().code,
                         call.result.error().message.c_str());
        return static_cast<bool>(call.result);
    }

    callbox::connection to_;
    std::set<std::string> answers_;  // methods
    std::set<error> errors_;         // that occurred
};
