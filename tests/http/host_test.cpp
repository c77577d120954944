// The host in an authority. What an authority is, fields_test.cpp asks through the parser.
#include "http/host.hpp"

#include <criterion/criterion.h>

#include <cstddef>
#include <string>

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

Test(http_host, an_address_that_is_too_long_is_none) {
    using callbox::http::is_authority;
    cr_expect(is_authority("[1111:2222:3333:4444:5555:6666:123.123.123.123]"));
    for (const std::size_t size : {45, 46, 47, 100})
        cr_expect(!is_authority('[' + std::string(size, '1') + ']'), "%zu", size);
    cr_expect(!is_authority("[") && !is_authority("[]") && !is_authority("[::1"));
}

}}  // namespace host_test
