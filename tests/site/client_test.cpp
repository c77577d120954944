// Typed clients by GET.
#include "asking.hpp"

#include <callbox/clients.hpp>

#include <span>
#include <string>
#include <string_view>

namespace {

options with_clients() {
    options chosen;
    chosen.info = {.title = "Shop", .version = "1"};
    chosen.enable_web_browsable_api = true;
    chosen.clients = &callbox::commands::client;
    return chosen;
}

}  // namespace

Test(site_client, each_language_is_a_file) {
    asked site(with_clients());
    const std::pair<std::string, std::string> all[] = {{"client.ts", "export class Shop"},
                                                       {"client.py", "class Shop"},
                                                       {"client.hpp", "namespace shop {"}};
    for (const auto& [file, part] : all) {
        const auto got = site.ask("GET /api/" + file);
        cr_expect(got.status == 200 && got.body.find(part) != std::string::npos);
        cr_expect(field_of(got, "Content-Disposition") ==
                  "attachment; filename=\"" + file + "\"");
        cr_expect(field_of(got, "Content-Type") == "text/plain; charset=utf-8");
        cr_expect(site.ask("POST /api/" + file).status == 405);
    }
    cr_expect(site.ask("GET /api/client.js").status == 404);
}

Test(site_client, it_is_404_without_the_command_or_the_explorer) {
    options chosen = with_clients();
    chosen.clients = nullptr;
    cr_expect(asked(chosen).ask("GET /api/client.ts").status == 404);
    chosen = with_clients();
    chosen.enable_web_browsable_api = false;
    cr_expect(asked(chosen).ask("GET /api/client.ts").status == 404);
}

// Writes how often it was called.
const callbox::client_command counting{
    .command = callbox::commands::client.command,
    .write = [](std::string_view language, std::span<char>, callbox::bytes& out) {
        static int written = 0;
        out.append(std::string(language) + ' ' + std::to_string(++written));
    }};

Test(site_client, it_is_generated_once_for_each_view_and_language) {
    options chosen = with_clients();
    chosen.clients = &counting;
    chosen.token_file = "tokens";
    asked site(chosen);
    const auto admit = [&] {
        callbox::site::tokens holders;
        cr_assert(callbox::site::tokens::read("a 0123456789abcdef *\nb fedcba9876543210 halve\n",
                                              holders).empty());
        site.admit(std::move(holders));
    };
    const auto got = [&](std::string_view file, std::string_view token) {
        const std::string field = "Authorization: Bearer " + std::string(token) + "\r\n";
        cr_expect(site.ask("HEAD /api/" + std::string(file), field).status == 200);
        return site.ask("GET /api/" + std::string(file), field).body;
    };
    admit();
    for (int round = 0; round < 2; ++round) {
        cr_expect(got("client.ts", "0123456789abcdef") == "typescript 1");
        cr_expect(got("client.py", "0123456789abcdef") == "python 2");
        cr_expect(got("client.ts", "fedcba9876543210") == "typescript 3");
    }
    admit();
    cr_expect(got("client.ts", "0123456789abcdef") == "typescript 4");
}

Test(site_client, it_has_the_methods_in_scope) {
    options chosen = with_clients();
    chosen.token_file = "tokens";
    asked site(chosen);
    cr_expect(site.ask("GET /api/client.hpp").status == 401);
    callbox::site::tokens holders;
    cr_assert(callbox::site::tokens::read("half 0123456789abcdef halve\n", holders).empty());
    site.admit(std::move(holders));
    const auto got = site.ask("GET /api/client.hpp", "Authorization: Bearer 0123456789abcdef\r\n");
    cr_expect(got.status == 200);
    cr_expect(got.body.find("halve(") != std::string::npos);
    cr_expect(got.body.find("count(") == std::string::npos);
}
