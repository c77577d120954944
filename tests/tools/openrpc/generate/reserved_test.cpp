// The explorer shows calls of Python clients, so it avoids the same names as the generator.
#include "generate/names.hpp"
#include "generate/reserved.hpp"
#include "site/page.hpp"
#include "support/everything.hpp"

#include <criterion/criterion.h>

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace reserved_test { namespace {

using namespace callbox::openrpc::generate;

// The words of the list that are names in that style.
std::set<std::string> listed(std::string_view list,
                             std::string (*made_of)(std::span<const std::string>)) {
    std::set<std::string> found;
    while (!list.empty()) {
        const std::string word(list.substr(0, list.find(' ')));
        list.remove_prefix(std::min(word.size() + 1, list.size()));
        if (made_of(words_of(word)) == word) found.insert(word);
    }
    return found;
}

// The words of a list in the script: 'a|b|'+'c' after its name.
std::set<std::string> shown(std::string_view name) {
    const callbox::site::page page(everything::table(), {}, false);
    std::string_view rest = page.html;
    rest.remove_prefix(rest.find("Python:{"));
    rest.remove_prefix(rest.find(name) + name.size());
    std::set<std::string> found;
    std::string word;
    for (std::size_t i = 1; i < rest.size(); ++i) {
        const char c = rest[i];
        if (c == '|' || c == '\'') {
            if (!word.empty()) found.insert(std::exchange(word, {}));
            if (c == '\'' && rest[i + 1] != '+') break;
            if (c == '\'') i += 2;
        } else {
            word.push_back(c);
        }
    }
    return found;
}

void expect_equal(const std::set<std::string>& in_page, const std::set<std::string>& in_list) {
    cr_expect(in_list.size() > 6);
    for (const std::string& each : in_list)
        cr_expect(in_page.contains(each), "copies.js lacks %s", each.c_str());
    for (const std::string& each : in_page)
        cr_expect(in_list.contains(each), "only copies.js has %s", each.c_str());
}

Test(openrpc_reserved, the_explorer_avoids_the_names_that_python_clients_avoid) {
    expect_equal(shown("reserved:"), listed(reserved::python, snake));
    expect_equal(shown("top:"), listed(reserved::python_client, snake));
    expect_equal(shown("types:"), listed(reserved::python_types, pascal));
}

}}  // namespace reserved_test
