// Reads OpenRPC documents: members that are expected to be of a certain kind.
#pragma once

#include <callbox/json.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc {

// Reads members of an OpenRPC document's objects. Keeps the first problem and goes on after it, so
// that callers check for a problem only once, at the end.
class document_reader {
public:
    // Where it is reading, for messages: "method \"x\": ".
    std::string place = {};
    // Why it is no such document, one line; or empty.
    const std::string& problem() const { return problem_; }

    // Makes `parsed` of the source, which stays in place as long as that (see document::parse()),
    // and looks for what every document has. False: it is no JSON object; problem() says why.
    bool parse(std::span<char> source, document& parsed);

    void complain(std::string_view what);

    // Returns the first member of that name, if it is of that kind. Another kind is a problem.
    // Requires: an object.
    std::optional<value> find(value object, std::string_view name, kind wanted);
    // These return empty, false or `otherwise` when the member is not there.
    std::string_view text(value object, std::string_view name);
    bool flag(value object, std::string_view name);
    std::size_t count(value object, std::string_view name, std::size_t otherwise);

    // Returns the elements; none when it is not there. Leaves out those that are not `wanted`,
    // each a problem.
    std::vector<value> list(value object, std::string_view name, kind wanted);
    // Returns the member "name"; empty, and a problem, when it is not there.
    std::string_view name(value object);
    // Whether all names differ; a problem if not.
    bool differ(std::vector<std::string_view> names);

private:
    std::string problem_;
};

// JSON without white space, names and numbers in one order and form: equal texts, equal values.
std::string canonical(value v);

// `text` as a JSON string, with its quotes.
std::string in_quotes(std::string_view text);

// {"a", "b"} is "a, b".
std::string joined(std::span<const std::string> all, std::string_view between = ", ");

}  // namespace callbox::openrpc
