// Writes the types of a service in Python: dataclasses, aliases, annotations.
#pragma once

#include "model.hpp"
#include "names.hpp"

#include <map>
#include <set>
#include <string>

namespace callbox::openrpc::generate::python {

// Whether the type is text of a format with a class, such as uuid.UUID.
bool has_class(const type& t);

class python_types {
public:
    // Claims a name for each named type. Requires: both arguments outlive this.
    python_types(const service& from, scope& names);

    // The declarations, each preceded by two empty lines.
    code declarations();

    // "int", "List[Pet]"; also an expression for the type that _read() expects.
    code annotation(const type& t) const;

    // Of a member or a parameter; None if it may be omitted: "Optional[int]".
    code annotation_of(const member& m) const;

    // The documentation, and details not in the type: "the day (date; default: null)".
    static std::string note(const member& m);

private:
    code union_of(const type& t, bool has_marker) const;
    code alias_of(const type& t) const;
    void write_class(code& to, const type& t) const;
    void write_member(code& to, const code& name, const member& m) const;

    const service& service_;
    std::map<const type*, code> names_ = {};
    std::set<const type*> declared_ = {};
    bool is_strict_ = false;  // in an alias, undeclared names are quoted
};

}  // namespace callbox::openrpc::generate::python
