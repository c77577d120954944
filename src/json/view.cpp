// Navigates the text of a json value. The text is valid JSON, so only its end is checked, in case a
// codec of the program has written invalid text.
#include <callbox/json_view.hpp>

#include <algorithm>

namespace callbox {

namespace {

std::string_view without_space(std::string_view text) {
    return text.substr(std::min(text.find_first_not_of(" \t\n\r"), text.size()));
}

// The length of the string at the start of the text, including its quotes.
std::size_t string_length(std::string_view text) {
    for (std::size_t at = 1; at < text.size(); ++at) {
        if (text[at] == '"') return at + 1;
        if (text[at] == '\\') ++at;
    }
    return text.size();
}

// The length of the array or object at the start of the text, including its brackets.
std::size_t container_length(std::string_view text) {
    std::size_t depth = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '"') at += string_length(text.substr(at)) - 1;
        else if (c == '[' || c == '{') ++depth;
        else if ((c == ']' || c == '}') && --depth == 0) return at + 1;
    }
    return text.size();
}

// The value at the start of the text.
std::string_view value_at(std::string_view text) {
    if (text.empty()) return text;
    if (text.front() == '"') return text.substr(0, string_length(text));
    if (text.front() == '[' || text.front() == '{') return text.substr(0, container_length(text));
    return text.substr(0, text.find_first_of(",]} \t\n\r"));
}

// The text after `taken` and the following `separator`, if there is one.
std::string_view rest_after(std::string_view taken, std::string_view text, char separator) {
    text = without_space(text.substr(taken.size()));
    if (text.empty() || text.front() != separator) return text;
    return without_space(text.substr(1));
}

bool has_escapes(std::string_view token) { return token.find('\\') != token.npos; }

std::string_view without_quotes(std::string_view token) {
    return token.size() < 2 ? std::string_view() : token.substr(1, token.size() - 2);
}

// A string without its quotes and escapes.
std::string plain(std::string_view token) {
    if (!has_escapes(token)) return std::string(without_quotes(token));
    std::string copy(token);
    document read;
    if (!read.parse(copy)) return {};
    return std::string(read.root().text());
}

bool is_named(std::string_view token, std::string_view name) {
    return has_escapes(token) ? plain(token) == name : without_quotes(token) == name;
}

}  // namespace

json json::object(std::initializer_list<named_json> members) {
    bytes written;
    writer to(written);
    to.begin_object();
    for (const named_json& each : members) {
        to.key(each.name);
        to.json(each.value.text());
    }
    to.end_object();
    json made;
    made.take(to);
    return made;
}

void json::take(const writer& written) {
    if (written.into().overflowed()) throw std::bad_alloc();
    const bool is_right = written.misuse_at_end() == writer::misuse::none;
    text_ = is_right ? written.into().view() : "null";
}

kind json::kind() const { return json_view(*this).kind().value_or(callbox::kind::null); }

std::optional<kind> json_view::kind() const {
    if (text_.empty()) return std::nullopt;
    switch (text_.front()) {
    case 'n': return callbox::kind::null;
    case 't':
    case 'f': return callbox::kind::boolean;
    case '"': return callbox::kind::string;
    case '[': return callbox::kind::array;
    case '{': return callbox::kind::object;
    default: break;
    }
    const bool is_integer = text_.find_first_of(".eE") == text_.npos;
    return is_integer ? callbox::kind::integer : callbox::kind::number;
}

json_view json_view::find(std::string_view name) const {
    const auto all = members();
    for (member_iterator at = all.first; at != all.last; ++at)
        if (is_named(at.name_, name)) return json_view(at.value_);
    return {};
}

json_view json_view::operator[](std::size_t index) const {
    for (const json_view each : items())
        if (index-- == 0) return each;
    return {};
}

std::size_t json_view::size() const {
    return kind() == callbox::kind::object ? members().size() : items().size();
}

json_view::range<json_view::iterator> json_view::items() const {
    if (kind() != callbox::kind::array) return {};
    return {iterator(without_space(text_.substr(1))), {}};
}

json_view::range<json_view::member_iterator> json_view::members() const {
    if (kind() != callbox::kind::object) return {};
    return {member_iterator(without_space(text_.substr(1))), {}};
}

// member = string ":" value                                                        RFC 8259, 4
template <class Each> json_view::iterator_of<Each>::iterator_of(std::string_view rest) {
    if (rest.empty() || rest.front() == ']' || rest.front() == '}') return;
    rest_ = rest;
    if constexpr (std::same_as<Each, member>) {
        name_ = value_at(rest);
        rest_ = rest_after(name_, rest, ':');
    }
    value_ = value_at(rest_);
}

template <class Each>
json_view::iterator_of<Each>& json_view::iterator_of<Each>::operator++() {
    return *this = iterator_of(rest_after(value_, rest_, ','));
}

template <class Each> Each json_view::iterator_of<Each>::operator*() const {
    if constexpr (std::same_as<Each, json_view>) return json_view(value_);
    else return {plain(name_), json_view(value_)};
}

template class json_view::iterator_of<json_view>;
template class json_view::iterator_of<json_view::member>;

}  // namespace callbox
