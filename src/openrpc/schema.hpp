// C++ types as JSON Schema, draft 7, which is what OpenRPC's tools understand.
#pragma once

#include "rpc/view.hpp"

#include <callbox/table.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc {

// The types of a table that have names, each with a unique one: they stand in components.schemas,
// and schemas refer to them. They are structs, enumerations, tagged unions and types whose codec
// gives them a name; an alternative of a tagged union is one too, with its tag.
//
// A member with a default may be absent in a parameter and is always there in a result. A type with
// such a member, at any depth, has two schemas if both take it: "query" and "query_result".
//
// Where a type would contain itself stands {"type":"object","x-recursive":NAME}: tools that replace
// references by schemas would never end.
class components {
public:
    // Of the methods that this view has; null: of all.
    explicit components(const table& methods, const rpc::view* sees = nullptr);

    // {"point": {...}, ...}
    void write(writer& to) const;

    // The schema of a parameter, with its bounds and default; and of a result. Requires: the table
    // has them.
    void write_param(writer& to, const param& p) const;
    void write_result(writer& to, const type& t) const;

private:
    enum class side : std::uint8_t { param, result };
    struct entry {
        const callbox::type* type;
        const callbox::type* within;  // the tagged union that it is an alternative of, or null
        bool of_params = false;
        bool of_results = false;
        std::string name = {};
    };
    void collect(const type& t, const type* within, side user);
    std::string free_name(std::string_view key, std::string_view otherwise) const;
    std::string_view name_of(const type& t) const;
    bool leads_back(const type& t) const;

    void write_component(writer& to, const entry& e) const;
    void write_schema(writer& to, const type& t, const bounds& range = {}) const;
    void write_schema(writer& to, const member& m, std::string_view doc) const;
    void write_members(writer& to, const type& t, const bounds& range) const;
    void write_plain(writer& to, const type& t, const bounds& range) const;
    void write_object(writer& to, const type& t) const;
    void write_union(writer& to, const type& t) const;
    void write_reference(writer& to, const type& t) const;
    void write_list(writer& to, std::string_view key, std::span<const type* const> parts) const;
    std::string path_of(const type& t) const;

    std::vector<entry> all_;
    mutable const type* writing_ = nullptr;  // the component that is being written
    mutable side side_ = side::param;        // for whom
};

// Whether a type stands in components.schemas.
bool has_name(const type& t);

// Whether an object's member tells which of its parts a type is.
bool is_tagged_union(const type& t);

// Whether a member of an object is always there in results.
bool is_always_written(const member& m);

// Whether validators know that "format"; some throw where they do not.
bool is_known_format(std::string_view format);

// Writes the members of a schema that say the bounds of a value of that type.
void write_bounds(writer& to, const type& t, const bounds& range);

}  // namespace callbox::openrpc
