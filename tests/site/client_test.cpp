// Typed clients by GET.
#include "guarded.hpp"

#include <callbox/clients.hpp>

#include <span>
#include <string>
#include <string_view>

namespace client_test { namespace {

options with_clients(const callbox::client_command* command = &callbox::commands::client) {
    return with(&options::info, {.title = "Shop", .version = "1"},
                with(&options::clients, command, with_explorer()));
}

Test(site_client, each_language_is_a_file) {
    asked site(with_clients());
    const std::pair<std::string, std::string> files[] = {
        {"client.ts", "export class Shop"},
        {"client.py", "class Shop"},
        {"client.hpp", "namespace shop {"}};
    for (const auto& [file, part] : files) {
        const auto got = site.ask("GET /api/" + file);
        cr_expect(got.status == 200 && has(got.body, part));
        cr_expect(field_of(got, "Content-Disposition") == "attachment; filename=\"" + file + "\"");
        cr_expect(field_of(got, "Content-Type") == "text/plain; charset=utf-8");
        cr_expect(site.ask("POST /api/" + file).status == 405);
    }
    cr_expect(site.ask("GET /api/client.js").status == 404);
}

Test(site_client, it_is_404_without_the_command_or_the_explorer) {
    const options hidden = with(&options::enable_web_browsable_api, false, with_clients());
    for (const options& chosen : {with_clients(nullptr), hidden})
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
    guarded site(asked_methods, with_clients(&counting));
    const auto got = [&](std::string_view file, std::string_view token) {
        cr_expect(site.ask("HEAD /api/" + std::string(file), token).status == 200);
        return site.ask("GET /api/" + std::string(file), token).body;
    };
    for (int round = 0; round < 2; ++round) {
        cr_expect(got("client.ts", all) == "typescript 1");
        cr_expect(got("client.py", all) == "python 2");
        cr_expect(got("client.ts", halver) == "typescript 3");
    }
    site.read(holders);
    cr_expect(got("client.ts", all) == "typescript 4");
}

Test(site_client, it_has_the_methods_in_scope) {
    guarded site(asked_methods, with_clients());
    cr_expect(site.ask("GET /api/client.hpp").status == 401);
    const auto got = site.ask("GET /api/client.hpp", halver);
    cr_expect(got.status == 200 && has(got.body, "halve(") && !has(got.body, "count("));
}

}}  // namespace client_test
