// Reading JSON that is expected to have a certain form.
#pragma once

#include <callbox/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::rpc {

// Takes members out of objects. The first that is not as expected makes the problem; what comes
// after it still gets an answer, so that only the end has to be looked at.
class examiner {
public:
    // Where it is reading, for messages: "method \"x\": ".
    std::string place = {};
    const std::string& problem() const { return problem_; }

    void complain(std::string_view what);

    // The first member of that name, if it is there and of that kind. Of another: a problem, and
    // nothing. Requires: an object.
    std::optional<value> find(value object, std::string_view name, kind wanted);
    // Empty, false, or `otherwise`, when it is not there.
    std::string_view text(value object, std::string_view name);
    bool flag(value object, std::string_view name);
    std::size_t count(value object, std::string_view name, std::size_t otherwise);

    // The elements; none when it is not there. What is not `wanted` is a problem, and left out.
    std::vector<value> list(value object, std::string_view name, kind wanted);
    // What stands behind "name". A problem when it is not there, and empty.
    std::string_view name(value object);
    // Whether no two are equal; if not, a problem.
    bool differ(std::vector<std::string_view> names);

private:
    std::string problem_;
};

// As JSON without white space, numbers and names in one order and form: equal texts, equal values.
std::string canonical(value of);

// In quotes, as JSON has them.
std::string in_quotes(std::string_view text);

}  // namespace callbox::rpc
