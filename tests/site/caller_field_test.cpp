// The user that a proxy names.
#include "asking.hpp"

#include "base/address.hpp"
#include "site/caller_field.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using callbox::site::caller_field;

constexpr callbox::api user_methods{
    method<"count", count>("Counts its calls."),
    method<"user", [](const callbox::caller& who) { return std::string(who.user); }>("Who."),
};
constexpr std::string_view user = R"({"jsonrpc":"2.0","id":1,"method":"user"})";

options proxied() {
    options how;
    how.caller_header = "X-User";
    how.caller_from = {"10.0.0.7", "2001:db8:0::1"};
    return how;
}
struct proxied_site : asked {
    explicit proxied_site(const options& how = proxied()) : asked(user_methods, how, false) {
        peer = "127.0.0.1:1";
    }
};
std::string named(std::string_view text) {
    return R"({"jsonrpc":"2.0","result":")" + std::string(text) + R"(","id":1})";
}

}  // namespace

Test(site_caller_field, a_function_sees_the_user_that_the_proxy_names) {
    proxied_site site;
    cr_expect(site.post("X-User: ada\r\n", user).body == named("ada"));
    cr_expect(site.post("x-USER:\t ada lovelace \t\r\n", user).body == named("ada lovelace"));
    cr_expect(site.post("", user).body == named(""), "and nobody where none is named");
    cr_expect(site.post("X-User:\r\n", user).body == named(""));
    cr_expect(site.post("X-User2: eve\r\nX-Use: eve\r\nA: X-User: eve\r\n", user).body ==
              named(""));
}

Test(site_caller_field, without_the_option_the_field_is_ignored) {
    proxied_site site{options()};
    site.peer = "10.9.9.9:1";
    cr_expect(site.post("X-User: ada\r\n", user).body == named(""));
}

Test(site_caller_field, it_is_believed_from_this_machine_and_from_named_addresses) {
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

Test(site_caller_field, twice_is_refused) {
    proxied_site site;
    expect_refusal(site.post("X-User: ada\r\nX-User: eve\r\n"), 400, "twice");
    expect_refusal(site.post("X-User:\r\nA: b\r\nx-user: eve\r\n"), 400, "twice");
    cr_expect(calls == 0);
}

Test(site_caller_field, each_head_with_it_is_read_anew) {
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

Test(site_caller_field, heads_without_it_are_known_as_before) {
    proxied_site site;
    for (int i = 0; i < 12; ++i) cr_expect(site.post("", user).body == named(""));
    cr_expect(site.was_known);
    cr_expect(site.post("X-User: ada\r\n", user).body == named("ada"));
    cr_expect(site.post("", user).body == named(""));
}

Test(site_caller_field, fields_that_mean_something_else_name_no_user) {
    for (const char* right : {"X-User", "Remote-User", "x", "X_User", "X-Forwarded-User"})
        cr_expect(caller_field::is_name(right), "%s", right);
    for (const char* wrong : {"", "X User", "X-User:", "Authorization", "host", "Content-Length",
                              "Transfer-Encoding", "Origin", "User-Agent", "traceparent",
                              "Referer", "Connection", "\xc3\xa4"})
        cr_expect(!caller_field::is_name(wrong), "%s", wrong);
}

Test(site_caller_field, addresses_are_compared_however_they_are_written) {
    using callbox::net::host_text;
    cr_expect(host_text("10.0.0.7") == "10.0.0.7");
    cr_expect(host_text("::ffff:10.0.0.7") == "10.0.0.7");
    cr_expect(host_text("2001:DB8:0:0::1") == "[2001:db8::1]");
    cr_expect(host_text("[2001:db8::1]") == "[2001:db8::1]");
    for (const char* wrong : {"", "10.0.0.7:80", "[::1]:80", "10.0.0.0/8", "localhost", "[]",
                              "10.0.0", "[10.0.0.7]", " 10.0.0.7"})
        cr_expect(host_text(wrong).empty(), "%s", wrong);
}

Test(site_caller_field, options_that_can_not_work_are_named) {
    const auto mistake = [](const std::string& field, std::vector<std::string> from) {
        options how;
        how.caller_header = field;
        how.caller_from = std::move(from);
        return caller_field::mistake_in(how);
    };
    cr_expect(mistake("", {}).empty() && mistake("X-User", {}).empty());
    cr_expect(mistake("X-User", {"10.0.0.7", "2001:db8::1"}).empty());
    cr_expect(mistake("Host", {}) == "no field \"Host\" can name the user");
    cr_expect(mistake("X User", {"10.0.0.7"}) == "no field \"X User\" can name the user");
    cr_expect(mistake("", {"10.0.0.7"}) == "addresses are named that are believed, but no field");
    for (const char* wrong : {"", "10.0.0.7:80", "localhost", "10.0.0.0/8"})
        cr_expect(mistake("X-User", {"10.0.0.7", wrong}) ==
                  '"' + std::string(wrong) + "\" is no IP address without a port");
}
