// The types of a service in C++.
#pragma once

#include "model.hpp"
#include "names.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc::generate::cpp {

// Names that a generated header must not declare.
std::vector<std::string_view> cpp_reserved();

class cpp_types {
public:
    // Adds notes to the service about schemas that C++ has no type for.
    explicit cpp_types(service& from);

    // Structs, enumerations and unions with their JSON codecs. Call it first.
    code declarations();
    // The type of a value that owns its data. `is_held`: the element of a list or map, which may be
    // incomplete.
    code of(const type& t, bool is_held = false) const;
    // The type of a member of a struct. `is_input`: the program may make the struct, so a required
    // member has no default.
    code of_member(const member& m, bool is_input) const;
    code of_argument(const member& m) const;
    code of_result(const type& t) const;
    bool is_optional(const type& t) const;
    // Claims the name of a type in the namespace.
    code claim(const std::vector<std::string>& words);
    // The names of types. A member of a class that uses a type must not have its name.
    const scope& names() const { return names_; }

private:
    void find_inputs();
    void find_aliases();
    std::size_t length_of(const type& t) const;
    code of_named(const type& t, bool is_held) const;
    code expanded(const type& t) const;
    code of_either(const type& t) const;
    const type* present(const type& t) const;
    code without_type(const std::string& why) const;
    bool is_complete(const type& t) const;
    void describe(const type& t, const code& as, const std::vector<code>& words);
    void declare_choice(const type& t);
    void declare_alias(const type& t);
    void declare_struct(const type& t);
    void describe_struct(const type& t);
    void describe_union(const type& t);
    std::vector<code> member_names(const type& t) const;
    bool is_tag(const type& t, const member& m) const;

    service& service_;
    code out_ = {};
    scope names_;
    std::map<const type*, code> named_ = {};
    std::map<const type*, std::string> tags_ = {};  // of the parts of unions
    std::set<const type*> unions_ = {};             // described by one_of
    std::map<const type*, std::size_t> lengths_ = {};  // of named types
    std::set<const type*> aliases_ = {};            // named because they would be long
    bool declares_aliases_ = false;                 // then types may be incomplete
    mutable std::set<const type*> complete_ = {};   // those defined so far
    std::set<const type*> circular_;                // structs that contain themselves
    std::set<const type*> inputs_ = {};             // types within params
};

}  // namespace callbox::openrpc::generate::cpp
