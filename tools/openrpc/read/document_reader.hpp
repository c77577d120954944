// The reader of OpenRPC documents.
#pragma once

#include "references.hpp"

#include <algorithm>
#include <set>

namespace callbox::openrpc {

// A parameter or a result. All views of a document point into its text.
struct content_descriptor {
    std::string_view name = {};         // empty if it is missing
    std::string_view summary = {};
    std::string_view description = {};
    bool required = false;
    bool deprecated = false;
    bool by_name_only = false;          // "x-by-name-only"
    // In another document: the name is the last part of the reference, the rest is unknown.
    bool is_in_another = false;
    std::optional<value> schema = {};
};

struct error_object {
    value code;                         // an integer
    std::string_view message;
};

struct method_object {
    std::string_view name = {};
    std::string_view summary = {};
    std::string_view description = {};
    std::string_view structure = {};    // "paramStructure"
    bool deprecated = false;
    bool blocking = false;              // "x-blocking": it blocks or answers later
    std::vector<content_descriptor> params = {};  // with distinct names
    std::optional<content_descriptor> result = {};
    std::optional<value> payload = {};  // "x-event": the schema of an event's payload
    bool keeps = false;                 // "x-event": a subscription accepts "since"
    std::string_view when_full = {};
    std::vector<error_object> errors = {};  // the first with each code
    std::optional<value> examples = {};

    bool by_name() const { return structure != "by-position"; }
    // "by-name" applies to the whole method, so callbox marks the parameters that it is meant for.
    // Without a mark it applies to all of them.
    bool by_position() const {
        return structure != "by-name" ||
               std::ranges::any_of(params, &content_descriptor::by_name_only);
    }
};

struct info_object {
    std::string_view title = {};
    std::string_view version = {};
    std::string_view description = {};
    std::string_view contract = {};     // "x-contract", a hash
};

// Reads an OpenRPC document. Keeps the first problem and continues, so callers check for a problem
// only once, at the end. Takes time in proportion to the document, whatever it refers to. Methods
// and errors that are in other documents are omitted.
class document_reader : public references {
public:
    // The current position, for messages: "method \"x\": ".
    std::string place = {};
    // Why it is not an OpenRPC document, in one line; or empty.
    const std::string& problem() const { return problem_; }

    // Parses the source, which must outlive `parsed` (see document::parse()), and checks the
    // members that every document has. False if it is not a JSON object; problem() explains why.
    bool parse(std::span<char> source, document& parsed);

    // These require a document whose root is an object.
    info_object info();
    std::vector<method_object> methods();  // with distinct names

    void complain(std::string_view what);
    // "method \"x\": ", for `place`.
    static std::string place_of(std::string_view what, std::string_view name);

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
    // Whether the name is new to the set; a duplicate is a problem.
    bool insert(std::set<std::string_view>& names, std::string_view name);

private:
    // Empty if it cannot be resolved, which is a problem unless it is in another document.
    std::optional<value> follow(value v);
    std::string_view name(value object);
    method_object read_method(value v);
    void read_params(method_object& m, value v);
    void read_errors(method_object& m, value v);
    // `found` is empty if it is in another document.
    content_descriptor read_descriptor(std::optional<value> found);
    std::string_view name_outside() const { return outside_.substr(outside_.rfind('/') + 1); }

    std::string problem_;
    std::string_view outside_ = {};     // the last reference to another document
};

// JSON without white space, with sorted names and normalized numbers: equal texts, equal values.
std::string canonical(value v);

// `text` as a JSON string, with its quotes.
std::string in_quotes(std::string_view text);

// The beginning of the text, in quotes: names in messages may be long.
std::string shortened(std::string_view text);

// {"a", "b"} is "a, b".
std::string joined(std::span<const std::string> all, std::string_view between = ", ");

}  // namespace callbox::openrpc
