// Fast paths that have learnt some layouts: on their own, and in a dispatcher.
#pragma once

#include "rpc/fast/known_requests.hpp"

#include "rpc/dispatch.hpp"
#include "rpc/view.hpp"
#include "support/logs.hpp"
#include "support/messages.hpp"
#include "support/methods.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using callbox::bytes, callbox::document, callbox::limits;
using callbox::rpc::dispatcher, callbox::rpc::request, callbox::rpc::fast::known_requests;
using std::string, std::string_view;

// Learns from messages, as a dispatcher does.
struct taught {
    limits bounds;
    known_requests known;
    document text;
    string asked;  // the results are views of it

    explicit taught(const string& message, limits with = {}) : bounds(with), known(with) {
        cr_assert(!knows(message));
        learn(message);
    }
    void learn(string message) {
        cr_assert(text.parse(message));
        const request r(text.root());
        cr_assert(r.wrong() == nullptr);
        const callbox::table all = sample::table();
        const callbox::row* const method = all.find(r.method());
        cr_assert(method != nullptr);
        callbox::rpc::given_nodes given;
        callbox::violations bad;
        callbox::rpc::bind(text, r.params(), all, *method, given, bad);
        cr_assert(bad.empty());
        known.learn(r.message(), *method, all.params_of(*method), given, r.id());
    }
    bool knows(string message) {
        asked = std::move(message);
        return known.knows(asked, text);
    }
    string_view id_of(std::size_t i) {
        callbox::rpc::given_nodes given;
        return callbox::value(text, *known_requests::bind(known.all()[i], text, given).id).token();
    }
    string argument_of(std::size_t i, std::size_t param) {
        callbox::rpc::given_nodes memory;
        const auto parts = known_requests::bind(known.all()[i], text, memory);
        return string(callbox::value(text, *parts.given[param]).token());
    }
};

// A dispatcher that has learnt layouts, and the state of its methods.
struct memory {
    sample::counter state;
    limits bounds;
    support::quiet_log log;
    dispatcher one;

    explicit memory(limits with = {}) : bounds(with), one(sample::table(), &state, bounds, log) {}
    string ask(string message, const callbox::rpc::view* sees = nullptr) {
        bytes out;
        one.dispatch(message, out, {}, sees);
        return string(out.view());
    }
    void learn(const string& message) {
        for (int i = 0; i < 3; ++i) (void)ask(message);  // the first one is never learnt
    }
};

inline string forgetful(string message, limits bounds = {}) { return memory(bounds).ask(message); }

inline string call(string_view method, string_view params, string_view id = "1") {
    return R"({"jsonrpc":"2.0","method":")" + string(method) + R"(","params":)" + string(params) +
           R"(,"id":)" + string(id) + "}";
}

}  // namespace
