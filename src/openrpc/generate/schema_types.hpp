// The types that the schemas of a document describe.
#pragma once

#include "model.hpp"

#include <callbox/json.hpp>

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

// Makes types of JSON Schema: draft 7, and the others as far as they are alike. What it can't type
// is `any`, with a note, and so is a circle of references without an object in it. It leaves out
// bounds: the server checks them.
class schema_types {
public:
    // "$ref" refers to what is in the root.
    schema_types(service& out, value root) : out_(out), root_(root) {}

    const type* read(value schema, const place& where);
    const type* any() { return &make(); }
    // Requires: all are read. Puts the tag of a union first in its parts.
    void finish();

    // What stands at the end of "$ref" to "$ref"; nothing, with a note, if there is no such thing.
    // The name is the last part of the last reference.
    std::optional<value> follow(value v, std::string* name = nullptr);
    void note(const std::string& what) { out_.note(method + ": " + what); }
    std::string method = {};  // which method is read, for notes

private:
    type& make() { return out_.types.emplace_back(); }
    const type* known(const type* found);
    void fill(type& out, value schema, const place& where);
    void fill_of(type& out, std::string_view kind_name, value v, const place& where);
    void fill_object(type& out, const std::vector<value>& schemas, const place& where);
    void fill_all_of(type& out, value schema, const place& where);
    void fill_one_of(type& out, value schema, const std::vector<value>& alternatives,
                     const place& where);
    void fill_either(type& out, const std::vector<const type*>& parts);
    void collect(std::vector<value>& all, value schema, std::set<std::uint32_t>& seen);
    std::string tag_of(value schema, const std::vector<value>& alternatives);
    std::string tag_value(value alternative, std::string_view name);
    void name(type& out, value schema, const std::string& referred, const place& where);

    service& out_;
    value root_;
    std::map<std::uint32_t, type*> read_ = {};                  // by the node
    std::map<std::string, type*, std::less<>> titled_ = {};     // by the schema, canonical
    std::vector<const type*> open_ = {};                        // these are being filled
    std::set<std::string> names_ = {};
};

}  // namespace callbox::openrpc::generate
