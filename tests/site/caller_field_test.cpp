// Users named by a proxy.
#include "asking.hpp"

#include "base/address.hpp"
#include "site/access.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace caller_field_test { namespace {

using callbox::site::caller_field;

constexpr callbox::api user_methods{
    method<"count", count>("Counts its calls."),
    method<"user", [](const callbox::caller& c) { return std::string(c.user); }>("The user."),
};
constexpr std::string_view user = R"({"jsonrpc":"2.0","id":1,"method":"user"})";

options proxied(std::string field = "X-User",
                std::vector<std::string> from = {"10.0.0.7", "2001:db8:0::1"}) {
    return with(&options::caller_header, std::move(field),
                with(&options::caller_from, std::move(from)));
}
struct proxied_site : asked {
    explicit proxied_site(const options& chosen = proxied()) : asked(user_methods, chosen, false) {
        peer = "127.0.0.1:1";
    }
};
std::string named(std::string_view text) {
    return R"({"jsonrpc":"2.0","result":")" + std::string(text) + R"(","id":1})";
}

Test(site_caller_field, a_function_sees_the_user_that_the_proxy_names) {
    proxied_site site;
    cr_expect(site.post("X-User: ada\r\n", user).body == named("ada"));
    cr_expect(site.post("x-USER:\t ada lovelace \t\r\n", user).body == named("ada lovelace"));
    cr_expect(site.post("", user).body == named(""), "no field, no user");
    cr_expect(site.post("X-User:\r\n", user).body == named(""));
    cr_expect(site.post("X-User2: eve\r\nX-Use: eve\r\nA: X-User: eve\r\n", user).body ==
              named(""));
}

Test(site_caller_field, without_the_option_the_field_is_ignored) {
    proxied_site site{options()};
    site.peer = "10.9.9.9:1";
    cr_expect(site.post("X-User: ada\r\n", user).body == named(""));
}

Test(site_caller_field, it_is_accepted_from_this_machine_and_from_trusted_addresses) {
    proxied_site site;
    for (const char* from : {"127.0.0.1:5", "127.9.9.9:5", "[::1]:5", "unix", "10.0.0.7:9",
                             "[2001:db8::1]:9"}) {
        site.peer = from;
        cr_expect(site.post("X-User: ada\r\n", user).body == named("ada"), "%s", from);
    }
    calls = 0;
    for (const char* from : {"10.0.0.70:5", "10.0.0.8:5", "1.10.0.0.7:5", "[2001:db8::2]:5", "",
                             "127.evil:1", "[::11]:5"}) {
        site.peer = from;
        expect_refusal(site.post("X-User: ada\r\n"), 403, "--caller-from");
        expect_refusal(site.post("X-User:\r\n"), 403, "--caller-from");
        cr_expect(site.post("", user).body == named(""), "%s", from);
    }
    cr_expect(calls == 0);
}

Test(site_caller_field, a_duplicate_is_rejected) {
    proxied_site site;
    expect_refusal(site.post("X-User: ada\r\nX-User: eve\r\n"), 400, "twice");
    expect_refusal(site.post("X-User:\r\nA: b\r\nx-user: eve\r\n"), 400, "twice");
    cr_expect(calls == 0);
}

Test(site_caller_field, each_head_with_it_is_parsed) {
    proxied_site site;
    for (int i = 0; i < 12; ++i)
        for (const char* name : {"ada", "bob"}) {
            site.peer = "127.0.0.1:1";
            cr_expect(site.post(std::string("X-User: ") + name + "\r\n", user).body ==
                      named(name));
            cr_expect(!site.was_known);
            site.peer = "10.9.9.9:1";
            expect_refusal(site.post(std::string("X-User: ") + name + "\r\n", user), 403, "");
        }
}

Test(site_caller_field, heads_without_it_are_remembered) {
    proxied_site site;
    for (int i = 0; i < 12; ++i) cr_expect(site.post("", user).body == named(""));
    cr_expect(site.was_known);
    cr_expect(site.post("X-User: ada\r\n", user).body == named("ada"));
    cr_expect(site.post("", user).body == named(""));
}

Test(site_caller_field, fields_with_another_meaning_cannot_name_the_user) {
    for (const char* right : {"X-User", "Remote-User", "x", "X_User", "X-Forwarded-User"})
        cr_expect(caller_field::is_name(right), "%s", right);
    for (const char* wrong : {"", "X User", "X-User:", "Authorization", "host", "Content-Length",
                              "Transfer-Encoding", "Origin", "User-Agent", "traceparent",
                              "Referer", "Connection", "\xc3\xa4"})
        cr_expect(!caller_field::is_name(wrong), "%s", wrong);
}

Test(site_caller_field, addresses_are_compared_in_canonical_form) {
    using callbox::net::host_text;
    cr_expect(host_text("10.0.0.7") == "10.0.0.7");
    cr_expect(host_text("::ffff:10.0.0.7") == "10.0.0.7");
    cr_expect(host_text("2001:DB8:0:0::1") == "[2001:db8::1]");
    cr_expect(host_text("[2001:db8::1]") == "[2001:db8::1]");
    for (const char* wrong : {"", "10.0.0.7:80", "[::1]:80", "10.0.0.0/8", "localhost", "[]",
                              "10.0.0", "[10.0.0.7]", " 10.0.0.7"})
        cr_expect(host_text(wrong).empty(), "%s", wrong);
}

Test(site_caller_field, invalid_options_are_reported) {
    const auto error = [](const std::string& field, std::vector<std::string> from) {
        return caller_field::error_in(proxied(field, std::move(from)));
    };
    cr_expect(error("", {}).empty() && error("X-User", {}).empty());
    cr_expect(error("X-User", {"10.0.0.7", "2001:db8::1"}).empty());
    cr_expect(error("Host", {}) == "field \"Host\" cannot name the user");
    cr_expect(error("X User", {"10.0.0.7"}) == "field \"X User\" cannot name the user");
    cr_expect(error("", {"10.0.0.7"}) ==
              "trusted proxies are given, but no field that names the user");
    for (const char* wrong : {"", "10.0.0.7:80", "localhost", "10.0.0.0/8"})
        cr_expect(error("X-User", {"10.0.0.7", wrong}) ==
                  '"' + std::string(wrong) + "\" is not an IP address without a port");
}

}}  // namespace caller_field_test
