// Reads OpenRPC documents, and checks the kinds of their members.
#pragma once

#include <callbox/json.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc {

// Reads members of objects in an OpenRPC document. Keeps the first problem and continues, so
// callers check for a problem only once, at the end.
class document_reader {
public:
    // The current position, for messages: "method \"x\": ".
    std::string place = {};
    // Why it is not an OpenRPC document, in one line; or empty.
    const std::string& problem() const { return problem_; }

    // Parses the source, which must outlive `parsed` (see document::parse()), and checks the
    // members that every document has. False if it is not a JSON object; problem() explains why.
    bool parse(std::span<char> source, document& parsed);

    void complain(std::string_view what);

    // Returns the first member of that name if it is of the wanted kind; another kind is a problem.
    // Requires: an object.
    std::optional<value> find(value object, std::string_view name, kind wanted);
    // These return empty, false or `otherwise` if there is no such member.
    std::string_view text(value object, std::string_view name);
    bool flag(value object, std::string_view name);
    std::size_t count(value object, std::string_view name, std::size_t otherwise);

    // Returns the elements; none if there is no such member. Skips elements of other kinds, each of
    // which is a problem.
    std::vector<value> list(value object, std::string_view name, kind wanted);
    // Returns the member "name"; empty, and a problem, if it is missing.
    std::string_view name(value object);
    // Whether all names differ; a duplicate is a problem.
    bool differ(std::vector<std::string_view> names);

private:
    std::string problem_;
};

// JSON without white space, with sorted names and normalized numbers: equal texts, equal values.
std::string canonical(value v);

// `text` as a JSON string, with its quotes.
std::string in_quotes(std::string_view text);

// {"a", "b"} is "a, b".
std::string joined(std::span<const std::string> all, std::string_view between = ", ");

}  // namespace callbox::openrpc
