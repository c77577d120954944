// The model of a client, read from an OpenRPC document. Each language has a writer for it.
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
    any,      // any JSON; also a schema that could not be typed
    null,
    boolean,
    integer,
    number,
    text,
    choice,   // one of `values`
    array,    // of `element`
    tuple,    // of `parts`, in this order
    map,      // an object with any names; its members are `element`
    object,   // of `members`
    either,   // one of `parts`
};

struct type;

inline constexpr std::size_t type_length_max = 12;  // of a type without a name, if avoidable

// A member of an object, or a parameter.
struct member {
    std::string name = {};              // as sent
    const type* schema = nullptr;
    bool required = false;
    std::string doc = {};               // may have several lines, like all docs
    std::optional<std::string> fallback = {};  // the default, as JSON
    bool by_name_only = false;          // parameters only
    bool deprecated = false;
};

// A JSON null, boolean, integer or string.
struct scalar {
    callbox::kind kind = callbox::kind::null;
    std::string text = {};              // the characters of a string; else the JSON

    bool operator==(const scalar&) const = default;
    bool operator<(const scalar& other) const {
        return std::pair(kind, std::string_view(text)) <
               std::pair(other.kind, std::string_view(other.text));
    }
};

// Types refer to one another, possibly in cycles, each of which contains an object. They are equal
// if their addresses are.
struct type {
    generate::form form = form::any;
    // The words of the unique name it is declared under: {"pet", "list"}. Objects, tagged unions
    // and types that would be long where they are used have one; others may have one.
    std::vector<std::string> words = {};
    std::string doc = {};
    std::string format = {};            // of text: "date-time", "base64"
    bool is_wide = false;               // an integer that may exceed 2^53 - 1: 64 bits
    bool is_unsigned = false;           // an integer that is never negative, unless its format is
                                        // int64
    std::vector<scalar> values = {};    // all distinct
    const type* element = nullptr;
    std::vector<const type*> parts = {};   // at least one
    std::vector<member> members = {};      // with distinct names
    bool is_open = false;               // an object that may have other members
    // The discriminator of `either`; empty if it has none. All parts are objects. The first member
    // of each has this name, is required and has one possible value, a different one in each part.
    std::string tag = {};

    bool is_nullable = false;           // null is one of its values
    // These limit the work of writers.
    std::size_t length = 1;             // in types, when written without its name
    std::size_t height = 0;             // levels of arrays, tuples, maps and unions

    bool has_name() const { return !words.empty(); }
};

inline bool is_null(const type* t) { return t->form == form::null; }

// The types that it contains: elements, parts and members.
std::vector<const type*> types_within(const type& t);

struct error {
    std::int64_t code = 0;
    std::string message = {};
};

struct method {
    std::string name = {};              // as sent
    std::vector<std::string> path = {};  // the parts between dots, none empty: {"math", "add"}
    std::string doc = {};
    bool deprecated = false;
    bool blocking = false;              // "x-blocking": may report its progress
    std::vector<member> params = {};    // with distinct names
    bool by_position = true;            // unless by_name_only
    bool by_name = true;
    const type* result = nullptr;       // null: a notification, the document has no result
    const type* payload = nullptr;      // of an event, whose result is a subscription; else null
    bool keeps = false;                 // an event whose subscriptions accept "since"
    std::vector<error> errors = {};     // with distinct codes

    bool is_event() const { return payload != nullptr; }
    // Whether the parameter is sent by name only. A call is sent by position if possible: unless a
    // parameter is omitted and a later one is given.
    bool takes_by_name(const member& p) const { return p.by_name_only || !by_position; }
    bool has_options() const {
        return std::ranges::any_of(params, [this](const member& p) { return takes_by_name(p); });
    }
};

struct service {
    std::string title = {};
    std::string version = {};
    std::string doc = {};
    std::string contract = {};          // "x-contract", a hash; may be empty
    std::vector<method> methods = {};   // in document order, with distinct names
    std::deque<type> types = {};
    std::vector<const type*> named = {};  // those with a name, each after those that it needs,
                                          // except in cycles
    std::vector<std::string> notes = {};  // schemas that could not be typed, a line each

    static constexpr std::size_t notes_max = 100;
    // Adds the line unless it is present already or there are notes_max of them.
    void note(std::string line);
};

}  // namespace callbox::openrpc::generate
