// Converts arguments of a command line to params as JSON, with a server's OpenRPC document, for the
// request of cli/call.
#include "command.hpp"

#include "base/ascii.hpp"
#include "value.hpp"

namespace callbox::cli {

namespace {

// A set of kinds of JSON value, one bit each.
using kinds = unsigned;
constexpr kinds any_kind = ~0u;
constexpr kinds bit(kind k) { return 1u << static_cast<unsigned>(k); }
constexpr bool have(kinds all, kind k) { return (all & bit(k)) != 0; }

// In the order of error messages.
constexpr std::pair<kind, std::string_view> kind_names[] = {
    {kind::string, "UTF-8 text"},    {kind::integer, "an integer"},
    {kind::number, "a number"},      {kind::boolean, "true or false"},
    {kind::array, "a JSON array"},   {kind::object, "a JSON object"},
    {kind::null, "null"},
};

struct parameter {
    std::string_view name;  // empty: unknown
    kinds takes = any_kind;
};

// The parameters of a method; none if the document does not describe it in a readable form.
struct signature {
    std::vector<parameter> params = {};
    bool by_name_only = false;

    const parameter* find(std::string_view name) const {
        const auto at = std::ranges::find(params, name, &parameter::name);
        return name.empty() || at == params.end() ? nullptr : &*at;
    }
};

struct placed {
    std::string_view text;
    cli::parameter parameter;
};

constexpr int references_max = 16;  // length of a chain; the rest is not followed
constexpr int schemas_max = 256;    // of one parameter; beyond this it accepts any value

// The text of the first member of that name, if it is a string.
std::optional<std::string_view> text_of(value object, std::string_view name) {
    const auto found = rpc::find(object, name, kind::string);
    return found ? std::optional(found->text()) : std::nullopt;
}

// The target of { "$ref": "#/components/schemas/NAME" }; `from` if it is not a reference, or has no
// target. Names in references contain no "~" or "/" here.
value followed(value from, value root) {
    for (int steps = 0; steps < references_max; ++steps) {
        const auto reference = text_of(from, "$ref");
        if (!reference || !reference->starts_with("#/")) return from;
        std::string_view path = reference->substr(2);
        std::optional<value> at = root;
        while (at && !path.empty()) at = at->find(ascii::take_until(path, '/'));
        if (!at) return from;
        from = *at;
    }
    return from;
}

// The kinds with the name of a type of JSON Schema.
kinds kinds_named(value type) {
    if (!type.is(kind::string)) return any_kind;
    if (type.text() == name_of(kind::number)) return bit(kind::number) | bit(kind::integer);
    for (const auto& [k, known_as] : kind_names)
        if (type.text() == name_of(k)) return bit(k);
    return any_kind;
}

// Supports type, enum, const, anyOf, oneOf and allOf of JSON Schema; without them, any value is
// accepted. `left` is the number of schemas left to visit: references may form cycles.
kinds kinds_of(value schema, value root, int& left) {
    if (left-- <= 0) return any_kind;
    schema = followed(schema, root);
    kinds all = 0;
    if (const auto type = schema.find("type")) {
        if (!type->is(kind::array)) return kinds_named(*type);
        for (const value each : type->items()) all |= kinds_named(each);
        return all;
    }
    if (const auto only = schema.find("const")) return bit(only->type());
    if (const auto choices = rpc::find(schema, "enum", kind::array)) {
        for (const value each : choices->items()) all |= bit(each.type());
        return all;
    }
    for (const std::string_view name : {"anyOf", "oneOf"}) {
        const auto some = rpc::find(schema, name, kind::array);
        if (!some) continue;
        for (const value each : some->items()) all |= kinds_of(each, root, left);
        return all;
    }
    all = any_kind;
    if (const auto each_of = rpc::find(schema, "allOf", kind::array))
        for (const value each : each_of->items()) all &= kinds_of(each, root, left);
    return all;
}

signature read_signature(std::optional<value> document, std::string_view method) {
    signature made;
    const auto found = described_method(document, method);
    if (!found) return made;
    // A subscription adds `since`, by name.
    made.by_name_only = text_of(*found, "paramStructure") == "by-name" || found->find("x-event");
    const auto params = rpc::find(*found, "params", kind::array);
    if (!params) return made;
    for (const value one : params->items()) {
        const value param = followed(one, *document);
        const auto schema = param.find("schema");
        int left = schemas_max;
        kinds takes = schema ? kinds_of(*schema, *document, left) : any_kind;
        if (takes == 0) takes = any_kind;  // contradictory; the server decides
        made.params.push_back({text_of(param, "name").value_or(""), takes});
    }
    return made;
}

// The text before "=" if it is a possible name, else empty.
std::string_view name_in(std::string_view word) {
    const std::size_t end = word.find('=');
    if (end == std::string_view::npos) return {};
    const std::string_view name = word.substr(0, end);
    const bool is_name = std::ranges::all_of(name, [](char c) {
        return ascii::is_alpha(c) || ascii::is_digit(c) || c == '_' || c == '-' || c == '.' ||
               static_cast<unsigned char>(c) >= 0x80;
    });
    return is_name ? name : std::string_view{};
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

// Checks that all words have distinct names.
bool is_right(const std::vector<placed>& all, std::string_view method, std::string& error) {
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
    const bool only_text = (takes & ~bit(kind::null)) == bit(kind::string);
    std::string text(word.text);
    document parsed(json_depth_limit);
    if (!only_text && parsed.parse(text) && have(takes, parsed.root().type())) {
        to.json(parsed.root().token());
        return true;
    }
    if (have(takes, kind::null) && word.text == "null") {
        to.null();
        return true;
    }
    if (!have(takes, kind::string)) return false;
    to.string(word.text);
    return true;
}

// parameter "by": expected an integer or null, got "x"
std::string complaint(const placed& word, std::size_t index) {
    const auto& [name, takes] = word.parameter;
    std::string text = name.empty() ? "argument " + std::to_string(index + 1)
                                    : "parameter " + quoted(name);
    std::string_view before = ": expected ";
    for (const auto& [k, known_as] : kind_names) {
        // "number" includes integers. A word that is refused as a string is not UTF-8.
        const bool is_implied = (k == kind::integer && have(takes, kind::number)) ||
                                (k != kind::string && have(takes, kind::string));
        if (!have(takes, k) || is_implied) continue;
        text.append(before).append(known_as);
        before = " or ";
    }
    return text += ", got " + quoted(word.text);
}

}  // namespace

// { "methods": [ { "name": ..., "params": [ { "name": ..., "schema": ... } ] } ] }
//                                                                  OpenRPC 1.2.6, "Method Object"
std::optional<value> described_method(std::optional<value> document, std::string_view name) {
    const auto methods = document ? rpc::find(*document, "methods", kind::array) : std::nullopt;
    if (!methods) return std::nullopt;
    for (const value each : methods->items())
        if (text_of(each, "name") == name) return each;
    return std::nullopt;
}

bool write_params(bytes& out, std::string_view method, std::span<const argument> words,
                  std::optional<value> described, std::string& error) {
    assert(!words.empty());
    const signature known = read_signature(described, method);
    const auto by_name = are_named(known, words, error);
    if (!by_name) return false;
    const auto all = place(known, words, *by_name);
    const bool named = *by_name || known.by_name_only;
    if (named && !is_right(all, method, error)) return false;
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
