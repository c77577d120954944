#include "site/site.hpp"

#include <criterion/criterion.h>

#include <string_view>

namespace mount_test { namespace {

using callbox::site::is_mount;

Test(site_mount, is_one_or_more_segments) {
    for (const std::string_view path : {"/api", "/v1/rpc", "/api/", "/a:b", "/a@b", "/%7Ea",
                                        "/livez/api", "/...", "/~me"})
        cr_expect(is_mount(path), "%s", path.data());
}

Test(site_mount, is_no_path_that_clients_normalize_or_the_server_reserves) {
    for (const std::string_view path :
         {"", "/", "//", "api", "api/", "//api", "/api//", "/a//b", "/.", "/..", "/a/../b",
          "/api?x", "/api#x", "/a b", "/%", "/%4", "/%4g", "/\xc3\xa4", "/api\n", "/livez",
          "/readyz", "/metrics", "/metrics/"})
        cr_expect(!is_mount(path), "%s", path.data());
}

}}  // namespace mount_test
