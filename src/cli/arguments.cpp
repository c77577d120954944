// Converts arguments of a command line to params as JSON, with a server's OpenRPC document, for the
// request of cli/call.
#include "arguments.hpp"

#include "base/ascii.hpp"
#include "signature.hpp"
#include "value.hpp"

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

namespace callbox::cli {

namespace {

// For error messages.
constexpr std::pair<kind, std::string_view> kind_names[] = {
    {kind::string, "UTF-8 text"},    {kind::integer, "an integer"},
    {kind::number, "a number"},      {kind::boolean, "true or false"},
    {kind::array, "a JSON array"},   {kind::object, "a JSON object"},
    {kind::null, "null"},
};

struct placed {
    std::string_view text;
    cli::parameter parameter;
};

// The text before "=" if it is a possible name, else empty.
std::string_view name_in(std::string_view word) {
    const std::size_t end = word.find('=');
    if (end == std::string_view::npos) return {};
    const std::string_view name = word.substr(0, end);
    const auto is_part = [](char c) {
        const bool is_mark = c == '_' || c == '-' || c == '.';
        const bool is_beyond = static_cast<unsigned char>(c) >= 0x80;
        return ascii::is_alpha(c) || ascii::is_digit(c) || is_mark || is_beyond;
    };
    return std::all_of(name.begin(), name.end(), is_part) ? name : std::string_view{};
}

// Whether all words are by name; if false, none is. A mixture is an error.
std::optional<bool> are_named(const signature& known, std::span<const argument> words,
                              std::string& error) {
    const auto could_be = [](const argument& a) {
        return !a.is_positional && !name_in(a.text).empty();
    };
    if (std::all_of(words.begin(), words.end(), could_be)) return true;
    const auto is_named = [&known](const argument& a) {
        return !a.is_positional && known.find(name_in(a.text)) != nullptr;
    };
    const auto first = std::find_if(words.begin(), words.end(), is_named);
    if (first == words.end()) return false;
    const auto other = std::find_if_not(words.begin(), words.end(), is_named);
    error = "named and positional parameters cannot be mixed: " + quoted(first->text) +
            " is named, " + quoted(other->text) + " is not";
    return std::nullopt;
}

std::vector<placed> place(const signature& known, std::span<const argument> words, bool by_name) {
    std::vector<placed> all;
    for (const argument& word : words) {
        const std::string_view name = by_name ? name_in(word.text) : "";
        const parameter* const found = by_name ? known.find(name)
                                       : all.size() < known.params.size()
                                           ? &known.params[all.size()]
                                           : nullptr;
        all.push_back({word.text.substr(by_name ? name.size() + 1 : 0),
                       found == nullptr ? parameter{name} : *found});
    }
    return all;
}

// Checks that all words have distinct names, if they are `named`.
bool is_right(const std::vector<placed>& all, bool named, std::string_view method,
              std::string& error) {
    if (!named) return true;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string_view name = all[i].parameter.name;
        if (name.empty())
            return refuse(error, "too many parameters for " + quoted(method) + ": at most " +
                                     std::to_string(i) + ", got " + std::to_string(all.size()));
        const auto same = [name](const placed& p) { return p.parameter.name == name; };
        if (std::count_if(all.begin(), all.end(), same) != 1)
            return refuse(error, "parameter " + quoted(name) + " is given twice");
    }
    return true;
}

// False if the parameter does not accept the word. The writer checks that it is UTF-8.
bool write_word(writer& to, const placed& word) {
    const kinds takes = word.parameter.takes;
    std::string text(word.text);
    document parsed(json_depth_limit);
    if (!takes.only_text() && parsed.parse(text) && takes.have(parsed.root().type())) {
        to.json(parsed.root().token());
        return true;
    }
    if (takes.have(kind::null) && word.text == "null") {
        to.null();
        return true;
    }
    if (!takes.have(kind::string)) return false;
    to.string(word.text);
    return true;
}

// parameter "by": expected an integer or null, got "x"
std::string complaint(const placed& word, std::size_t index) {
    std::string text(word.parameter.name.empty() ? "argument " + std::to_string(index + 1)
                                          : "parameter " + quoted(word.parameter.name));
    std::string_view before = ": expected ";
    for (const auto& [k, name] : kind_names) {
        // "number" includes integers. A word that is refused as a string is not UTF-8.
        const bool is_implied = (k == kind::integer && word.parameter.takes.have(kind::number)) ||
                                (k != kind::string && word.parameter.takes.have(kind::string));
        if (!word.parameter.takes.have(k) || is_implied) continue;
        text.append(before).append(name);
        before = " or ";
    }
    return text += ", got " + quoted(word.text);
}

}  // namespace

bool write_params(bytes& out, std::string_view method, std::span<const argument> words,
                  std::optional<value> described, std::string& error) {
    assert(!words.empty());
    const signature known = read_signature(described, method);
    const auto by_name = are_named(known, words, error);
    if (!by_name) return false;
    const auto all = place(known, words, *by_name);
    const bool named = *by_name || known.by_name_only;
    if (!is_right(all, named, method, error)) return false;
    writer to(out);
    named ? to.begin_object() : to.begin_array();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (named) to.key(all[i].parameter.name);
        if (!write_word(to, all[i]) || to.misused() != writer::misuse::none)
            return refuse(error, complaint(all[i], i));
    }
    named ? to.end_object() : to.end_array();
    return true;
}

}  // namespace callbox::cli
