// The types of a service in Python: dataclasses, aliases, annotations.
#pragma once

#include "model.hpp"
#include "names.hpp"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace callbox::openrpc::generate {

// Whether None is one of its values.
bool is_nullable(const type& t);

class python_types {
public:
    // Takes a name for each type that has one. Requires: both outlive this.
    python_types(const service& from, scope& names);

    // The declarations, each behind two empty lines.
    std::string declarations();

    // "int", "List[Pet]"; as an expression it is the type for _read().
    std::string annotation(const type& t) const;

    // Of a member or a parameter, None where it may be left out: "Optional[int]".
    std::string annotation_of(const member& m) const;

    // What its type does not tell: "the day; today (format: date; default: null)".
    static std::string note(const member& m);

private:
    std::string union_of(const type& t, bool has_marker) const;
    std::string alias_of(const type& t) const;
    void write_class(std::string& to, const type& t) const;
    void write_member(std::string& to, const std::string& name, const member& m) const;

    const service& service_;
    std::map<const type*, std::string> names_ = {};
    std::set<const type*> declared_ = {};
    bool is_strict_ = false;  // in an alias what is not declared yet is quoted
};

}  // namespace callbox::openrpc::generate
