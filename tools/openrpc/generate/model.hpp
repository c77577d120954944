// What a client needs to know of an OpenRPC document, for the writers of one language each.
#pragma once

#include <callbox/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace callbox::openrpc::generate {

enum class form {
    any,      // any JSON: what could not be typed, too
    null,
    boolean,
    integer,
    number,
    text,
    choice,   // one of `values`
    array,    // of `element`
    tuple,    // of `parts`, in this order
    map,      // an object of any names; its members are `element`
    object,   // of `members`
    either,   // one of `parts`
};

struct type;

inline constexpr std::size_t type_length_max = 12;  // of one that is written more than once

// A member of an object, or a parameter.
struct member {
    std::string name = {};              // as it is sent
    const type* schema = nullptr;
    bool required = false;
    std::string doc = {};               // may have several lines, as all docs
    std::optional<std::string> fallback = {};  // as JSON: what the server takes when it is absent
    bool by_name_only = false;          // of a parameter
    bool deprecated = false;
};

// A null, boolean, integer or string of JSON.
struct scalar {
    callbox::kind kind = callbox::kind::null;
    std::string text = {};              // of a string its characters, of an integer its digits

    bool operator==(const scalar&) const = default;
    bool operator<(const scalar& other) const {
        return std::pair(kind, std::string_view(text)) <
               std::pair(other.kind, std::string_view(other.text));
    }
};

// Types refer to one another, and may do so in circles, each with an object in it. They are equal
// if their addresses are.
struct type {
    generate::form form = form::any;
    // Declared under this name, which no other type has, as words: {"pet", "list"}. Objects, unions
    // with a tag, and whatever would be long where it is used have one; perhaps others.
    std::vector<std::string> words = {};
    std::string doc = {};
    std::string format = {};            // of a text: "date-time", "base64"
    bool is_wide = false;               // an integer that may be beyond 2^53 - 1: of 64 bits
    bool is_unsigned = false;           // an integer that is never below 0
    std::vector<scalar> values = {};    // all different
    const type* element = nullptr;
    std::vector<const type*> parts = {};   // at least one
    std::vector<member> members = {};      // of different names
    bool is_open = false;               // an object that may have other members too
    // Each of the parts of `either`, all objects, has a required member of this name, a choice of
    // one text, in which they differ; empty: there is none. It is the first of their members.
    std::string tag = {};

    bool is_nullable = false;           // null is one of its values
    // They bound what writers do.
    std::size_t length = 1;             // in types, where it is written without its name
    std::size_t height = 0;             // levels of arrays, tuples, maps and unions

    bool has_name() const { return !words.empty(); }
};

inline bool is_null(const type* t) { return t->form == form::null; }

// The types within it: elements, parts and members.
std::vector<const type*> types_within(const type& t);

struct error {
    std::int64_t code = 0;
    std::string message = {};
};

struct method {
    std::string name = {};              // as it is sent
    std::vector<std::string> path = {};  // its parts between the dots, not empty: {"math", "add"}
    std::string doc = {};
    bool deprecated = false;
    std::vector<member> params = {};    // of different names
    bool by_position = true;            // they may be sent so, but for those by name only
    bool by_name = true;
    const type* result = nullptr;       // null: the document has none, so it is a notification
    std::vector<error> errors = {};     // of different codes

    // A call is sent by position, if that is possible and no parameter left out has one behind it
    // that is given.
    // Whether this one is only sent by name.
    bool takes_by_name(const member& p) const { return p.by_name_only || !by_position; }
    bool has_options() const {
        return std::ranges::any_of(params, [this](const member& p) { return takes_by_name(p); });
    }
};

struct service {
    std::string title = {};
    std::string version = {};
    std::string doc = {};
    std::string contract = {};          // "x-contract", a hash; empty if it has none
    std::vector<method> methods = {};   // in the document's order, of different paths
    std::deque<type> types = {};
    std::vector<const type*> named = {};  // those with a name; each behind those that it needs, but
                                          // for circles
    std::vector<std::string> notes = {};  // what could not be typed, a line each

    static constexpr std::size_t notes_max = 100;
    // Adds the line unless it is there, or there are too many.
    void note(std::string line);
};

}  // namespace callbox::openrpc::generate
