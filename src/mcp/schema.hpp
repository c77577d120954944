// C++ types as JSON Schema 2020-12, in the part of it that clients of models understand: written
// out in place, `type` is one word, an object at the root, no "$schema".
#pragma once

#include <callbox/json.hpp>
#include <callbox/table.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace callbox::mcp {

// One schema with its root. What JavaScript can't tell from its neighbour is not said: bounds of
// integers beyond 2^53; and no format that validators do not know. The server checks all.
class schema {
public:
    explicit schema(writer& to) : to_(&to) {}

    // Of the arguments: they go by name, so words about positions mean nothing here.
    void write_input(std::span<const param> params);
    // Of structuredContent.
    void write_output(const row& r);

private:
    void write(const type& t, const bounds& range = {});
    void write_member(const member& m);
    void write_content(const type& t, const bounds& range);
    void write_object(std::span<const member> members);
    void write_integer(const type& t, const bounds& range);
    void write_string(const type& t);
    void write_elements(const type& t, const bounds& range);
    void write_tuple(const type& t);
    void write_any_of(std::span<const type* const> parts);
    void write_reference(const type& t);
    void write_definitions();
    std::string definition_name(const type& t) const;

    writer* to_;
    bool is_input_ = true;
    std::vector<const type*> definitions_;  // of types that contain themselves, as they are met
};

}  // namespace callbox::mcp
