// Any text in the page is recovered by a reader of HTML.
#include "site/page.hpp"

#include "support/everything.hpp"
#include "support/hostile_texts.hpp"
#include "support/shown.hpp"

#include <callbox/callbox.hpp>
#include <callbox/event.hpp>

#include <criterion/criterion.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace listing_test {

using callbox::field, callbox::fields;

struct item {
    std::string name;
    int count = 0;
    std::optional<bool> used;
};
constexpr auto describe(callbox::as<item>) {
    return fields{field{"<name>", &item::name, "<i>its</i> name"}.length(1, 8),
                  field{"count", &item::count} = 1, field{"used", &item::used}};
}
template <class T> struct page {
    std::vector<T> items;
};
template <class T> constexpr auto describe(callbox::as<page<T>>) {
    return fields{field{"items", &page<T>::items}};
}
struct nothing {};
constexpr auto describe(callbox::as<nothing>) { return fields{}; }
using part = std::variant<item, nothing>;
constexpr auto describe(callbox::as<part>) {
    return callbox::one_of{"<is>", callbox::tagged<item>("item"),
                           callbox::tagged<nothing>("nothing")};
}

namespace {

using namespace callbox;
using support::hostile_texts, support::shown;

// The text that a browser reads, outside and inside of quotes; nothing if it would read markup.
std::optional<std::string> read_text(std::string_view html) {
    static constexpr std::pair<std::string_view, char> known[] = {
        {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}};
    std::string text;
    while (!html.empty()) {
        if (std::string_view("<>\"'").find(html[0]) != std::string_view::npos) return std::nullopt;
        std::size_t size = 1;
        char c = html[0];
        for (const auto& [name, means] : known)
            if (html.starts_with(name)) size = name.size(), c = means;
        if (html[0] == '&' && size == 1) return std::nullopt;
        text += c;
        html.remove_prefix(size);
    }
    return text;
}

Test(site_listing, html_preserves_any_text) {
    for (const std::string_view text : hostile_texts) {
        bytes out;
        site::append_text(out, text);
        cr_expect(read_text(out.view()) == text, "%s", shown(out.view()).c_str());
    }
}

// In a script, an end tag or a comment can only start with '<'.               HTML, 13.2.5.4
Test(site_listing, a_script_of_data_preserves_any_text) {
    for (const std::string_view text : hostile_texts) {
        bytes json, out;
        writer(json).string(text);
        site::append_data(out, json.view());
        cr_expect(out.view().find('<') == std::string_view::npos);
        std::string copy(out.view());
        document read(8, 100);
        cr_assert(read.parse(copy), "%s", shown(out.view()).c_str());
        cr_expect(read.root().text() == text, "%s", shown(out.view()).c_str());
    }
}

page<item> find(const item&, int, part) { return {}; }
constexpr api methods{method<"find", find>("", "like", by_name_only, arg("most") = 5, "part")};

std::string listed(const table& all = methods) {
    bytes out;
    site::append_methods(out, all, "http://localhost");
    return std::string(out.view());
}

void expect_in(const std::string& text, std::string_view part) {
    cr_expect(text.find(part) != text.npos, "%s not in %s", std::string(part).c_str(),
              text.c_str());
}

// With its arguments and without a namespace, as in the document, where the result has another.
Test(site_listing, a_type_has_one_name_everywhere) {
    const std::string html = listed();
    expect_in(html, "<code>find(like: <a href=\"#t-item\">item</a>, most: integer = 5, "
                    "part: <a href=\"#t-item_or_nothing\">item_or_nothing</a>) -&gt; "
                    "<a href=\"#t-page_item\">page_item</a></code>");
    for (const char* other : {"page&lt;", "_result", "listing_test"})
        cr_expect(html.find(other) == html.npos, "%s", other);
}

Test(site_listing, the_members_of_types_are_listed) {
    const std::string html = listed();
    expect_in(html, "<h2>Types</h2>\n<article id=\"t-item\">\n<h3>item</h3>\n<ul>\n"
                    "<li><code>&lt;name&gt;</code> <b class=\"bad\" title=\"required\">*</b> "
                    "string of 1 to 8 characters: "
                    "<span class=\"lines\">&lt;i&gt;its&lt;/i&gt; name</span></li>\n"
                    "<li><code>count</code> integer from -2147483648 to 2147483647, "
                    "by default <code>1</code></li>\n"
                    "<li><code>used</code> boolean or null, optional</li>\n</ul>\n</article>\n");
    expect_in(html, "<article id=\"t-item_or_nothing\">\n<h3>item_or_nothing</h3>\n"
                    "<p>Alternatives (discriminator <code>&lt;is&gt;</code>): "
                    "<a href=\"#t-item_or_nothing_item\">item_or_nothing_item</a>, "
                    "<a href=\"#t-nothing\">nothing</a></p>\n</article>\n");
    expect_in(html, "array of <a href=\"#t-item\">item</a></li>");
}

// Types within themselves too.
Test(site_listing, every_type_is_listed_once_and_every_link_leads_to_one) {
    const std::string html = listed(everything::table());
    std::size_t links = 0;
    for (std::size_t at = 0; (at = html.find("href=\"#t-", at)) != html.npos; ++links) {
        const std::size_t name = at + 9;
        at = html.find('"', name - 1);
        const std::string section = "<article id=\"t-" + html.substr(name, at - name) + "\">";
        const std::size_t found = html.find(section);
        cr_expect(found != html.npos && html.find(section, found + 1) == html.npos, "%s",
                  section.c_str());
    }
    cr_expect(links > 20);
}

// An asterisk only marks what is required.
Test(site_listing, what_is_required_and_what_goes_by_name_only_is_marked) {
    const std::string html = listed();
    expect_in(html, "<p><b class=\"bad\">*</b> required</p>\n");
    expect_in(html, "<li><code>like</code> <b class=\"bad\" title=\"required\">*</b> "
                    "<a href=\"#t-item\">item</a></li>\n");
    expect_in(html, "by default <code>5</code> <span class=\"tag\">by name only</span></li>\n");
    for (std::size_t at = 0; (at = html.find('*', at)) != html.npos; ++at)
        cr_expect(html.compare(at, 5, "*</b>") == 0, "%s", html.substr(at, 20).c_str());
}

topic<item> found;
constexpr api publishing{event<"found", &found>("An item.", keeps(8))};

Test(site_listing, an_event_has_its_payload_and_how_it_is_delivered) {
    const std::string html = listed(table(publishing));
    expect_in(html, "<h3>found <span class=\"tag\">event</span></h3>");
    expect_in(html, "-&gt; events of <a href=\"#t-item\">item</a></code>");
    expect_in(html, "<p>Retained events: 8. A subscription ends if its client reads too "
                    "slowly.</p>");
    expect_in(html, "curl -N -H &#39;Accept: text/event-stream&#39; ");
    cr_expect(html.find("Returns") == html.npos);
}

}}  // namespace listing_test
