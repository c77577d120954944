// C++ types as JSON Schema: draft 7 for the document, which OpenRPC tools support, and the part
// that the tools of models (mcp/tool) have in common with it.
#pragma once

#include "rpc/view.hpp"

namespace callbox::openrpc {

// The named types of a table, each with a unique name. Their schemas are in components.schemas, and
// other schemas refer to them. They are structs, enumerations, tagged unions, types named by their
// codec, and the alternatives of tagged unions, with their tags.
//
// A member with a default may be absent from parameters but is always present in results. A type
// with such a member, at any depth, has two schemas if it is used in both: "query" and
// "query_result".
//
// A type that would contain itself is replaced by {"type":"object","x-recursive":NAME}: tools that
// inline references run out of memory.
class components {
public:
    // The types of the methods of the view; null: of all methods. Their names are the same in each
    // view, as the types of hidden methods have names too.
    explicit components(const table& methods, const rpc::view* sees = nullptr);

    // {"point": {...}, ...}
    void write(writer& to) const;

    // The schema of a parameter, with its bounds and default, or of a result. Requires: they belong
    // to the table.
    void write_param(writer& to, const param& p) const;
    void write_result(writer& to, const type& t) const;

    // The structs and tagged unions, in the order of the document.
    std::vector<const type*> objects() const;
    enum class side : std::uint8_t { param, result };
    // The name of the type's schema; for that side, if it has two. Requires: the type has a name.
    std::string_view name_of(const type& t, side user = side::param) const;

private:
    struct entry {
        const callbox::type* type;
        const callbox::type* within;  // the tagged union, if it is an alternative; else null
        bool of_params = false;
        bool of_results = false;
        std::string name = {};
    };
    static std::vector<entry> collected(const table& methods, const rpc::view* sees);
    // Adds the named types that this type consists of.
    static void collect(std::vector<entry>& all, const type& t, const type* within, side user);
    std::string free_name(std::string_view key, std::string_view prefix) const;

    std::vector<entry> all_;
};

// Writes types as JSON Schema, as far as the document and tools agree.
class schema_writer {
public:
    // Models get schemas without extensions of the vocabulary, and without limits of integers that
    // JavaScript cannot represent.
    enum class audience : std::uint8_t { programs, models };
    schema_writer(writer& to, components::side user, audience readers)
        : to_(&to), side_(user), is_for_models_(readers == audience::models) {}

    void write(const type& t, const bounds& range = {});
    // The schema of a parameter or a member, with its bounds and default.
    void write_member(const member& m, std::string_view doc);

protected:
    ~schema_writer() = default;

    // Write the members of a schema. write_content() may write a reference.
    void write_content(const type& t, const bounds& range);
    void write_plain(const type& t, const bounds& range);
    void write_struct(std::span<const member> members, bool is_open = false);

    // Writes a reference to the type, or returns false.
    virtual bool write_reference(const type& t, const bounds& range) = 0;

    writer* to_;
    components::side side_;

private:
    void write_integer(const type& t, const bounds& range);
    void write_string(const type& t);
    void write_elements(const type& t, const bounds& range);
    void write_key(const type& t);
    void write_tuple(const type& t);
    void write_list(std::string_view key, std::span<const type* const> parts);

    bool is_for_models_;
};

// The key of a type's component, made from its name as given by the compiler or describe():
// "page_product" for "page<shop::product>". It consists of letters, digits and '_'. The spellings
// of both compilers make the same key: g++ writes "long unsigned int" and
// "std::__cxx11::basic_string<char>", clang "unsigned long" and "std::basic_string<char>".
std::string component_name(std::string_view type_name);

// Calls `visit` for each direct component of `t`.
template <class Visit> void visit_parts(const type& t, Visit visit) {
    if (t.element != nullptr) visit(*t.element);
    for (const type* part : t.parts) visit(*part);
    for (const member& m : t.members) visit(*m.type);
}

// Whether the predicate holds for the type or for a component of it, at any depth.
template <class Predicate> bool is_made_of(const type& t, Predicate predicate) {
    std::vector<const type*> open{&t};
    for (std::size_t at = 0; at < open.size(); ++at) {
        if (predicate(*open[at])) return true;
        visit_parts(*open[at], [&](const type& next) {
            if (std::ranges::find(open, &next) == open.end()) open.push_back(&next);
        });
    }
    return false;
}

// Whether the type is a union with a discriminator.
inline bool is_tagged_union(const type& t) { return t.form == type_form::either && !t.tag.empty(); }

// Whether the type is a struct or a tagged union.
inline bool is_object(const type& t) { return t.form == type_form::object || is_tagged_union(t); }

// Whether a type has an entry in components.schemas.
inline bool has_name(const type& t) {
    return is_object(t) || !t.name.empty() || !t.component.empty();
}

// Whether a member of an object is always present in results. An empty optional is omitted,
// whatever its default.
inline bool is_always_written(const member& m) {
    return m.required || (m.has_default() && m.type->form != type_form::optional);
}

}  // namespace callbox::openrpc
