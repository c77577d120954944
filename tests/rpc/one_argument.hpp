// Tests of a table of methods with one parameter: valid and invalid arguments, and descriptions.
#pragma once

#include "rpc/sample.hpp"
#include "openrpc/schema.hpp"
#include "rpc/describe.hpp"
#include "support/messages.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

struct refusal {
    const char* method;
    const char* argument;
    const char* path;
    const char* expected;
    const char* got;
};

template <class Api> class one_argument {
public:
    explicit one_argument(const Api& methods) : methods_(methods) {}

    std::string ask(std::string_view method, std::string_view argument) const {
        return callbox::answer(methods_,
                               made_up::sent(method, "[" + std::string(argument) + "]"));
    }
    void expect_refused(const std::vector<refusal>& rows) const {
        for (const refusal& r : rows) {
            const std::string said = ask(r.method, r.argument);
            const std::string want = std::string(R"("path":")") + r.path + R"(","expected":")" +
                                     r.expected + R"(","got":")" + r.got + R"("}]}})";
            cr_expect(said.find(want) != said.npos, "%s(%s)\n  said %s\n  not  %s", r.method,
                      r.argument, said.c_str(), want.c_str());
        }
    }
    void expect_taken(const std::vector<std::pair<const char*, const char*>>& rows) const {
        for (const auto& [method, argument] : rows) {
            const std::string said = ask(method, argument);
            cr_expect(said.find(R"("result":)") != said.npos, "%s(%s) said %s", method, argument,
                      said.c_str());
        }
    }

    // The placeholder request for a method without an example.
    std::string shown(std::string_view method) const {
        const callbox::table all(methods_);
        callbox::bytes out;
        callbox::writer to(out);
        callbox::rpc::write_request(to, all, *all.find(method));
        return std::string(out.view());
    }
    void expect_taken_as_shown() const {
        for (const callbox::row& r : callbox::table(methods_).rows) {
            const std::string asked = shown(r.name), said = callbox::answer(methods_, asked);
            cr_expect(said.find(R"("result":)") != said.npos, "%s said %s", asked.c_str(),
                      said.c_str());
        }
    }

    // The description of the parameter, and its schema.
    std::string takes(std::string_view method) const {
        callbox::bytes out;
        callbox::rpc::append_member(out, param_of(method));
        return std::string(out.view());
    }
    std::string schema(std::string_view method) const {
        callbox::bytes out;
        callbox::writer to(out);
        callbox::openrpc::components(callbox::table(methods_)).write_param(to, param_of(method));
        return std::string(out.view());
    }

private:
    const callbox::param& param_of(std::string_view method) const {
        const callbox::table all(methods_);
        return all.params_of(*all.find(method))[0];
    }

    const Api& methods_;
};

}  // namespace
