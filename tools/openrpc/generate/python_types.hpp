// The types of a service in Python: dataclasses, aliases, annotations.
#pragma once

#include "model.hpp"
#include "names.hpp"

#include <map>
#include <set>
#include <string>

namespace callbox::openrpc::generate {

class python_types {
public:
    // Takes a name for each type that has one. Requires: both outlive this.
    python_types(const service& from, scope& names);

    // The declarations, each behind two empty lines.
    code declarations();

    // "int", "List[Pet]"; as an expression it is the type for _read().
    code annotation(const type& t) const;

    // Of a member or a parameter, None where it may be left out: "Optional[int]".
    code annotation_of(const member& m) const;

    // What its type does not say: "the day; today (format: date; default: null)".
    static std::string note(const member& m);

private:
    code union_of(const type& t, bool has_marker) const;
    code alias_of(const type& t) const;
    void write_class(code& to, const type& t) const;
    void write_member(code& to, const code& name, const member& m) const;

    const service& service_;
    std::map<const type*, code> names_ = {};
    std::set<const type*> declared_ = {};
    bool is_strict_ = false;  // in an alias what is not declared yet is quoted
};

}  // namespace callbox::openrpc::generate
