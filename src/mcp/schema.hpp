// C++ types as JSON Schema 2020-12, in the subset that clients of models support: inline types,
// `type` is a string, the root is an object, no "$schema".
#pragma once

#include <callbox/json.hpp>
#include <callbox/table.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace callbox::mcp {

// A schema with its root. Omits bounds of integers beyond 2^53, which JavaScript cannot represent,
// and formats that validators do not support. The server checks everything.
class schema {
public:
    explicit schema(writer& to) : to_(&to) {}

    // The schema of the arguments, which are passed by name: by_name_only has no effect.
    void write_input(std::span<const param> params);
    // The schema of structuredContent.
    void write_output(const row& r);

private:
    void write(const type& t, const bounds& range = {});
    void write_member(const member& m);
    void write_content(const type& t, const bounds& range);
    void write_object(std::span<const member> members);
    void write_string(const type& t);
    void write_tuple(const type& t);
    void write_any_of(std::span<const type* const> parts);
    void write_reference(const type& t);
    void write_definitions();
    std::string definition_name(const type& t) const;

    writer* to_;
    bool is_input_ = true;
    std::vector<const type*> definitions_;  // of recursive types, in order of their first use
};

}  // namespace callbox::mcp
