// Converts the JSON Schemas of a document into types.
#pragma once

#include "keywords.hpp"
#include "model.hpp"
#include "read/references.hpp"

#include <callbox/json.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc::generate {

// The position of a schema, as words: {"math", "add", "result"}. It names a type that has no other
// name.
using place = std::vector<std::string>;
place below(place where, std::string_view name);

inline constexpr std::size_t value_bytes_max = 4096;  // of a value of a choice

// Makes types from JSON Schema: draft 7, and other drafts as far as they agree with it. A schema
// that it cannot type becomes `any`, with a note, as does a cycle of references without an object.
// Bounds are ignored: the server checks them.
class schema_types {
public:
    // Finds the targets of "$ref" in `in`. document_bytes is the size of the document.
    schema_types(service& out, references& in, std::size_t document_bytes);

    const type* read(value schema, const place& where);
    const type* any();
    // Drops the tag of a union unless each part is an object with that member, which it then puts
    // first in each. Requires: all types are read.
    void finish();

    void note(const std::string& what);
    std::string method = {};  // the method being read, for notes

    // References can repeat names and texts. A limit for each keeps the client in proportion to its
    // document. Counts the bytes of names; false if they exceed the limit.
    bool spend(std::size_t bytes);
    // Counts the text and returns it; empty, with a note, if it exceeds the limit.
    std::string spent(std::string text);
    // Reads the "default" of the schema. Requires: an object.
    void read_default(member& of, value schema);

private:
    // Follows "$ref" to the value; empty, with a note, if it cannot be resolved, and without one if
    // it is in another document. `name` becomes the last part of the last reference; it is empty if
    // there was none.
    std::optional<value> follow(value v, std::string* name = nullptr);
    type& make() { return out_.types.emplace_back(); }
    const type* known(const type* found);
    void fill(type& out, value schema, const place& where);
    void fill_kinds(type& out, const std::vector<value>& kinds, value schema, const place& where);
    void fill_of(type& out, std::string_view kind_name, value v, const place& where);
    void fill_object(type& out, const std::vector<value>& schemas, const place& where);
    void fill_all_of(type& out, value schema, const place& where);
    void fill_one_of(type& out, value schema, const std::vector<value>& alternatives,
                     const place& where);
    void fill_either(type& out, const std::vector<const type*>& parts);
    void fill_values(type& out, const std::vector<value>& all);
    bool add_member(type& out, value::member m, const place& where);
    void complete(type& t);
    bool collect(std::vector<value>& all, value schema, std::set<std::uint32_t>& seen,
                 std::size_t depth = 0);
    std::string tag_of(value schema, const std::vector<value>& alternatives);
    std::optional<std::string> only_text(value schema);
    std::optional<std::string> tag_value(value alternative, std::string_view name);
    void name(type& out, value schema, const std::string& referred, const place& where);

    service& out_;
    references& in_;
    std::size_t names_left_, texts_left_;
    std::map<std::uint32_t, type*> read_ = {};                  // by node
    std::map<std::string, type*, std::less<>> titled_ = {};     // by canonical schema
    std::vector<const type*> open_ = {};                        // being filled
    std::map<std::string, std::size_t> names_ = {};             // with the next number to try
};

}  // namespace callbox::openrpc::generate
