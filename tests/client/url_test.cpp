#include "client/url.hpp"

#include <criterion/criterion.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace url_test { namespace {

using namespace callbox::net;
using std::string;
using std::string_view;

// "HOST TARGET", or "! " and the error.
string read(string_view text) {
    url made;
    if (const string problem = parse(text, made); !problem.empty()) return "! " + problem;
    return authority_of(made) + ' ' + made.target + (made.socket.empty() ? "" : " at ") +
           made.socket;
}

string addresses(string_view text, string_view hosts) {
    url made;
    if (!parse(text, made).empty()) return "!";
    string all;
    for (const address& a : addresses_of(made, hosts)) all += text_of(a) + ' ';
    return all;
}

struct row {
    string_view text;
    string_view wanted;
};

template <std::size_t Count> void expect_all(const row (&rows)[Count]) {
    for (const row& each : rows) {
        const string found = read(each.text);
        cr_expect(found == each.wanted, "%s: %s", string(each.text).c_str(), found.c_str());
    }
}

Test(client_url, a_url_is_parsed) {
    expect_all({
        {"http://127.0.0.1:8080/api", "127.0.0.1:8080 /api"},
        {"http://[::1]:8080/api", "[::1]:8080 /api"},
        {"http://localhost/api", "localhost /api"},
        {"HTTP://LocalHost:80/API", "localhost /API"},
        {"http://localhost:/api", "localhost /api"},
        {"127.0.0.1:8080/api", "127.0.0.1:8080 /api"},
        {"localhost:65535", "localhost:65535 /api"},
        {"http://a", "a /api"},
        {"http://a/", "a /"},
        {"http://a/b/c?d=/e?", "a /b/c?d=/e?"},
        {"http://a?b", "a /api?b"},
        {"a/b://c", "a /b://c"},
    });
}

Test(client_url, a_unix_socket_has_a_path_and_an_optional_target) {
    expect_all({
        {"unix:/run/x.sock:/api", "localhost /api at /run/x.sock"},
        {"unix:/run/x.sock", "localhost /api at /run/x.sock"},
        {"unix:/run/a:b:/v1/rpc?c", "localhost /v1/rpc?c at /run/a:b"},
        {"unix:x", "localhost /api at x"},
        {"unix:/a:/b:/c", "localhost /c at /a:/b"},
    });
}

Test(client_url, what_is_no_url_is_refused) {
    const string_view forms =
        "! expected [http://]HOST[:PORT][/PATH] or unix:/SOCKET[:/PATH]";
    const string_view character = "! invalid character in the path";
    expect_all({
        {"", forms},
        {"/api", forms},
        {":8080/api", forms},
        {"http://", forms},
        {"http:///api", forms},
        {"http:/a", forms},
        //     ^
        {"ftp://a", forms},
        {"http://a:65536/", forms},
        {"http://a:-1/", forms},
        {"http://a:8o/", forms},
        //         ^
        {"http://::1/", forms},
        {"http://[::1/", forms},
        {"http://[::1]8080/", forms},
        {"http://a b/", forms},
        {"http://a:0/", "! the port must be a number from 1 to 65535"},
        {"http://a/b c", character},
        {"http://a/b\r\nc", character},
        {"http://a/b#c", character},
        {"http://a/%zz", character},
        {"unix:/a:/b c", character},
        {"unix:", "! unix: requires a path"},
        {"unix::/api", "! unix: requires a path"},
        {"http://me:secret@a/", "! user names in URLs are not supported"},
        {"https://a/", "! https is not supported; use http://, or a proxy that adds TLS"},
    });
    cr_expect(read("unix:/" + string(200, 'x')) == "! a socket path is limited to 107 bytes");
}

Test(client_url, an_address_needs_no_name) {
    cr_expect(addresses("http://127.0.0.1:8080", "127.0.0.2 127.0.0.1") == "127.0.0.1:8080 ");
    cr_expect(addresses("http://[::1]", "") == "[::1]:80 ");
    cr_expect(addresses("unix:/x:/api", "") == "unix:/x ");
}

Test(client_url, localhost_is_this_machine_in_both_families) {
    cr_expect(addresses("localhost:1", "10.0.0.1 localhost") == "[::1]:1 127.0.0.1:1 ");
    cr_expect(addresses("http://a.localhost", "") == "[::1]:80 127.0.0.1:80 ");
}

Test(client_url, other_names_are_those_in_the_hosts) {
    const string_view hosts =
        "# 10.0.0.9 box\n"
        "127.0.0.1 localhost\n"
        "\n"
        "10.0.0.1\tother Box box.lan # 10.0.0.8 x\r\n"
        "  fd00::1 box\n"
        "not-an-address box\n"
        "fd:3 box\n"
        "10.0.0.2 boxes\n"
        "10.0.0.3 box";
    cr_expect(addresses("http://box:7", hosts) == "10.0.0.1:7 [fd00::1]:7 10.0.0.3:7 ");
    cr_expect(addresses("http://BOX.lan", hosts) == "10.0.0.1:80 ");
    for (const string_view name : {"x", "bo", "other.", "*", "10.0.0.256", "fd", "127.1"})
        cr_expect(addresses(name, hosts).empty(), "%s", name.data());
}

Test(client_url, a_name_has_no_more_than_eight_addresses) {
    string hosts;
    for (int i = 0; i < 20; ++i) hosts += "10.0.0." + std::to_string(i) + " a\n";
    const string found = addresses("a:1", hosts);
    cr_expect(std::count(found.begin(), found.end(), ' ') == 8, "%s", found.c_str());
}

}}  // namespace url_test
