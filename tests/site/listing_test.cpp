// Any text in the page is recovered by a reader of HTML.
#include "site/listing.hpp"

#include "support/hostile_texts.hpp"
#include "support/shown.hpp"

#include <callbox/json.hpp>

#include <criterion/criterion.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace listing_test { namespace {

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

}}  // namespace listing_test
