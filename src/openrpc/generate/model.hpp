// What a client needs to know of an OpenRPC document, with every name made safe, for the writers of
// one language each.
#pragma once

#include <algorithm>
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

// Types refer to one another, and may do so in circles. They are equal if their addresses are.
struct type {
    generate::form form = form::any;
    // Declared under this name, which no other type has, as words: {"pet", "list"}. Always of
    // objects and of unions with a tag; perhaps of choices and others; empty: written where it is
    // used.
    std::vector<std::string> words = {};
    std::string doc = {};
    std::string format = {};            // of a text: "date-time", "base64"
    bool is_wide = false;               // an integer that may be beyond 2^53 - 1: of 64 bits
    bool is_unsigned = false;           // an integer that is never below 0
    std::vector<std::string> values = {};  // as JSON, all different: "\"card\"", "1", "null"
    const type* element = nullptr;
    std::vector<const type*> parts = {};   // at least one
    std::vector<member> members = {};      // of different names
    bool is_open = false;               // an object that may have other members too
    // Each of the parts of `either`, all objects, has a required member of this name, a choice of
    // one text, in which they differ; empty: there is none. It is the first of their members.
    std::string tag = {};

    bool has_name() const { return !words.empty(); }
};

inline bool is_null(const type* t) { return t->form == form::null; }

struct error {
    std::string code = {};              // an integer, of at most 64 bits
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

// Adds it unless it is there.
inline void add_new(std::vector<std::string>& to, std::string text) {
    if (std::ranges::find(to, text) == to.end()) to.push_back(std::move(text));
}

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

    void note(std::string line) { add_new(notes, std::move(line)); }
};

}  // namespace callbox::openrpc::generate
