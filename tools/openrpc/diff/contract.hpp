// The contract of an OpenRPC document, in a form that can be compared.
#pragma once

#include "read/document_reader.hpp"

#include <callbox/type.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace callbox::openrpc::contract {

// Integers are numbers.
inline constexpr std::array kinds{kind::boolean, kind::number, kind::string,
                                  kind::array,   kind::object, kind::null};

struct schema;

// A member of an object, or a parameter.
struct property {
    std::string_view name;
    const contract::schema* schema = nullptr;
    bool required = false;
};

// The values of one kind that a schema accepts.
struct shape {
    callbox::kind kind;
    std::optional<literal> least = {};                     // of a number
    std::optional<literal> most = {};
    std::size_t count_least = 0;                           // characters, elements or members
    std::size_t count_most = SIZE_MAX;
    std::optional<std::vector<std::string>> values = {};   // the only values, as JSON
    std::vector<const schema*> items = {};                 // the first elements of an array
    std::vector<property> properties = {};                 // of an object
    const schema* rest = nullptr;                          // the other elements, or members
    const schema* names = nullptr;                         // of the members of an object
    std::string_view format = {};                          // of a string: "date"
    std::string_view pattern = {};
    std::string tag = {};  // of an object: the discriminator, as JSON: {"kind":"card"}
    bool unique = false;   // the elements of an array are distinct
    const schema* of = nullptr;  // the schema that contains it, if it is written there
};

// Accepts its shapes and those of its alternatives, or what all of its parts accept until
// intersect() replaces them by shapes. A "$ref" is an alternative; alternatives may form cycles.
// The target of a "$ref" is a type: its name is the last part of the reference.
struct schema {
    bool is_type = false;
    std::string name = {};
    std::string_view doc = {};
    std::optional<std::string> fallback = {};  // as JSON
    std::vector<const schema*> alternatives = {};
    std::vector<shape> shapes = {};
    std::vector<const schema*> parts = {};

    bool is_nothing() const { return shapes.empty() && alternatives.empty() && parts.empty(); }
    // Whether it is the schema of values without one.
    bool is_anything() const { return !shapes.empty() && shapes[0].rest == this; }
};

struct parameter : property {
    bool by_position = true;  // may be passed by position
    std::string_view doc = {};
};

struct error {
    std::string_view code;
    std::string_view message;
};

struct method {
    std::string_view name = {};
    std::vector<parameter> params = {};
    bool by_name = true;              // params may be passed by name
    const schema* returns = nullptr;
    const schema* payload = nullptr;  // of an event, else null
    bool keeps = false;               // an event whose subscriptions accept "since"
    std::string_view when_full = {};  // of an event: "end"
    std::vector<error> errors = {};
    bool deprecated = false;
    std::string docs = {};            // all except those of the parameters
    std::string examples = {};        // as JSON
};

// Finds members, parameters and errors by name. Requires: `all` outlives it.
template <class Named> class by_name {
public:
    explicit by_name(const std::vector<Named>& all) : by_name(all, &Named::name) {}
    template <class Base> by_name(const std::vector<Named>& all, std::string_view Base::*name) {
        places_.reserve(all.size());
        for (const Named& each : all) places_.try_emplace(each.*name, &each);
    }
    // Null if there is none.
    const Named* find(std::string_view name) const {
        const auto at = places_.find(name);
        return at == places_.end() ? nullptr : at->second;
    }

private:
    std::unordered_map<std::string_view, const Named*> places_;
};

// Keywords that callbox does not write are ignored, except "allOf". "oneOf" is read as "anyOf", and
// its alternatives are distinguished by a member that they require and that has only one value. A
// "$ref" to another document is any JSON.
struct terms {
    document parsed{};
    std::deque<schema> schemas = {};
    std::deque<std::string> texts = {};  // that the document does not contain
    std::vector<std::string> others = {};  // documents that it refers to
    info_object info = {};
    std::vector<method> methods = {};  // with distinct names
};

// Returns an empty string, or one line that explains why `text` is not an OpenRPC document.
// Modifies the text, which must outlive the terms: see document::parse(). Requires: new terms.
[[nodiscard]] std::string read(std::span<char> text, terms& out);

}  // namespace callbox::openrpc::contract
