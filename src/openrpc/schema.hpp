// C++ types as JSON Schema, draft 7, which is what OpenRPC's tools understand.
#pragma once

#include <callbox/table.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc {

// The structs and tagged unions of a table, each with a unique name: they stand in
// components.schemas, and schemas refer to them. An alternative of a tagged union is a component
// of its own, with the tag. Where a type would contain itself stands {"type":"object",
// "x-recursive":NAME}: tools that replace references by schemas would never end.
class components {
public:
    explicit components(const table& methods);

    // {"point": {...}, ...}
    void write(writer& to) const;

    // The schema of a type, or of a member with its bounds, default and doc.
    void write_schema(writer& to, const type& t) const;
    void write_schema(writer& to, const member& m, bool with_doc) const;

private:
    struct entry {
        const callbox::type* type;
        std::string name;
    };
    bool has(const type& t) const;
    void add(const type& t, std::string_view key, std::string_view otherwise);
    void collect(const type& t, std::vector<const callbox::type*>& unions);
    void write_members(writer& to, const type& t, const bounds& range) const;
    void write_element(writer& to, const type& t, const bounds& of_list) const;
    void write_object(writer& to, const type& t) const;
    void write_union(writer& to, const type& t) const;
    void write_reference(writer& to, const type& t) const;
    std::string path_of(const type& t) const;
    void write_list(writer& to, std::string_view key, std::span<const type* const> parts) const;
    std::string_view name_of(const type& t) const;
    bool leads_back(const type& t) const;

    std::vector<entry> all_;
    mutable const type* writing_ = nullptr;  // the component that is being written
};

}  // namespace callbox::openrpc
