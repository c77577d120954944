// The host in an authority. What an authority is, fields_test.cpp asks through the parser.
#include "http/host.hpp"

#include <criterion/criterion.h>

namespace host_test { namespace {

Test(http_host, the_host_is_without_its_port) {
    using callbox::http::host_of;
    cr_expect(host_of("a") == "a");
    cr_expect(host_of("a:80") == "a");
    cr_expect(host_of("a:") == "a");
    cr_expect(host_of("127.0.0.1:8080") == "127.0.0.1");
    cr_expect(host_of("[::1]") == "[::1]");
    cr_expect(host_of("[::1]:80") == "[::1]");
}

}}  // namespace host_test
