// The OpenRPC document by GET: its bytes, its entity tag and its server.
#include "asking.hpp"

namespace document_test { namespace {

Test(site_document, the_document_equals_that_of_rpc_discover) {
    asked site;
    const auto document = site.ask("GET /api/openrpc.json");
    cr_expect(document.status == 200);
    cr_expect(field_of(document, "Content-Type") == "application/json");
    const auto discovered = site.ask("POST /api", "Content-Type: application/json\r\n",
                                     R"({"jsonrpc":"2.0","id":1,"method":"rpc.discover"})");
    std::string bare = document.body;
    const std::string servers = R"(,"servers":[{"name":"default","url":"http://localhost/api"}])";
    cr_assert(bare.find(servers) != std::string::npos, "%s", bare.c_str());
    bare.erase(bare.find(servers), servers.size());
    cr_expect(discovered.body == R"({"jsonrpc":"2.0","result":)" + bare + R"(,"id":1})");
    const std::string tag(field_of(document, "ETag"));
    cr_expect(document.body.find(tag.substr(0, 33) + '"') != std::string::npos, "the contract");
    cr_expect(site.ask("HEAD /api/openrpc.json").status == 200);
    cr_expect(site.ask("POST /api/openrpc.json").status == 405);
}

Test(site_document, a_cached_document_is_not_sent_again) {
    asked site;
    expect_cached(site, "/api/openrpc.json");
}

Test(site_document, a_document_names_the_server_as_seen_by_the_client) {
    const auto server_of = [](const std::string& document) {
        const std::string before = R"("servers":[{"name":"default","url":")";
        const std::size_t at = document.find(before);
        if (at == std::string::npos) return std::string("none");
        const std::size_t begin = at + before.size();
        return document.substr(begin, document.find('"', begin) - begin);
    };
    const options chosen = with(&options::mount, "/v1/rpc");
    asked site(chosen);
    const auto a = site.ask("GET http://10.0.0.1:8080/v1/rpc/openrpc.json");
    const auto b = site.ask("GET http://[::1]/v1/rpc/openrpc.json");
    cr_expect(server_of(a.body) == "http://10.0.0.1:8080/v1/rpc", "%s", a.body.c_str());
    cr_expect(server_of(b.body) == "http://[::1]/v1/rpc");
    cr_expect(field_of(a, "ETag") != field_of(b, "ETag"), "their bytes differ");
    const std::string tag = "If-None-Match: " + std::string(field_of(a, "ETag")) + "\r\n";
    cr_expect(site.ask("GET http://10.0.0.1:8080/v1/rpc/openrpc.json", tag).status == 304);
    cr_expect(site.ask("GET http://[::1]/v1/rpc/openrpc.json", tag).status == 200);
    asked proxied(with(&options::public_url, "https://example.org/api", chosen));
    cr_expect(server_of(proxied.ask("GET /v1/rpc/openrpc.json").body) ==
              "https://example.org/api");
}

}}  // namespace document_test
