// A site with a token file.
#pragma once

#include "asking.hpp"

#include <utility>

namespace {

std::string name_of(const callbox::caller& caller) { return std::string(caller.token); }
constexpr callbox::api named_methods{
    method<"count", count>("Counts its calls."),
    method<"halve", halve>("Half of an even number.", "number"),
    method<"broken", broken>("Never works."),
    method<"who", name_of>("The name of the token."),
};

// Holders with one method, all methods and none; and the fields that they send.
constexpr std::string_view holders =
    "halver halver-halver-halver halve\nall all-all-all-all-all *\nnone none-none-none-none\n";
[[maybe_unused]] constexpr std::string_view halver =
    "Authorization: Bearer halver-halver-halver\r\n";
[[maybe_unused]] constexpr std::string_view all = "Authorization: bearer all-all-all-all-all\r\n";
[[maybe_unused]] constexpr std::string_view none = "Authorization: Bearer none-none-none-none\r\n";
[[maybe_unused]] constexpr std::string_view wrong =
    "Authorization: Bearer halver-halver-halveR\r\n";

class guarded : public asked {
public:
    guarded(const callbox::table& methods, options chosen, std::string_view file = holders)
        : asked(methods, with_tokens(std::move(chosen))) {
        read(file);
    }
    void read(std::string_view file) {
        callbox::site::tokens made;
        cr_assert(callbox::site::tokens::read(file, made).empty());
        admit(std::move(made));
    }
    static options with_tokens(options chosen) {
        return with(&options::token_file, "not opened by the site", std::move(chosen));
    }
};

[[maybe_unused]] constexpr std::string_view bare = R"(Bearer realm="callbox")";
[[maybe_unused]] constexpr std::string_view invalid =
    R"(Bearer realm="callbox", error="invalid_token")";
[[maybe_unused]] void expect_401(const wire::answer& a, std::string_view challenge) {
    expect_refusal(a, 401, "token");
    cr_expect(field_of(a, "WWW-Authenticate") == challenge, "%s",
              field_of(a, "WWW-Authenticate").c_str());
    cr_expect(field_of(a, "Connection") == "(none)");
}

[[maybe_unused]] bool has(const std::string& text, std::string_view part) {
    return text.find(part) != text.npos;
}

}  // namespace
