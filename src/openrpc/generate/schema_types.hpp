// The types that the schemas of a document describe.
#pragma once

#include "keywords.hpp"
#include "model.hpp"

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

// Where a schema stands, in words: {"math", "add", "result"}. It is the name of a type that has no
// other.
using place = std::vector<std::string>;
place below(place where, std::string_view name);

inline constexpr std::size_t value_bytes_max = 4096;  // of one value of a choice

// Makes types of JSON Schema: draft 7, and the others as far as they are alike. What it can't type
// is `any`, with a note, and so is a circle of references without an object in it. It leaves out
// bounds: the server checks them.
class schema_types {
public:
    // "$ref" refers to what is in the root, of a document of that many bytes.
    schema_types(service& out, value root, std::size_t document_bytes);

    const type* read(value schema, const place& where);
    const type* any();
    // Drops the tag of a union unless each part is an object with that member, which it then puts
    // first in each. Requires: all types are read.
    void finish();

    // What stands at the end of "$ref" to "$ref"; nothing, with a note, if there is no such thing.
    // The name is the last part of the last reference; empty: there was none.
    std::optional<value> follow(value v, std::string* name = nullptr);
    void note(const std::string& what);
    std::string method = {};  // which method is read, for notes

    // References repeat names and texts, each up to a bound that keeps a client in proportion to
    // its document. Returns whether so many more bytes of names are within theirs.
    bool spend(std::size_t bytes);
    // The text; nothing, with a note, where the bound is reached.
    std::string spent(std::string text);
    // Reads "default" of the schema. Requires: an object.
    void read_default(member& of, value schema);

private:
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
    lookup lookup_;
    std::size_t names_left_, texts_left_;
    std::map<std::uint32_t, type*> read_ = {};                  // by the node
    std::map<std::string, type*, std::less<>> titled_ = {};     // by the schema, canonical
    std::vector<const type*> open_ = {};                        // these are being filled
    std::map<std::string, std::size_t> names_ = {};             // with the next number to try
};

}  // namespace callbox::openrpc::generate
