// The types of a service in C++.
#pragma once

#include "model.hpp"
#include "names.hpp"
#include "text.hpp"

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace callbox::openrpc::generate {

// And the names that a generated header needs for itself.
std::span<const std::string_view> cpp_keywords();
// In quotes. Requires: no null character.
std::string cpp_literal(std::string_view text);

class cpp_types {
public:
    // Adds notes to the service of what C++ has no type for.
    explicit cpp_types(service& of);

    // Structs, enumerations and unions, and how they are JSON. Call it first.
    std::string declarations();
    // As a value that owns what it holds. `is_held`: by a list or map, which need not know it yet.
    std::string of(const type& t, bool is_held = false) const;
    std::string of_member(const member& m) const;
    std::string of_argument(const member& m) const;
    std::string of_result(const type& t) const;
    bool is_optional(const type& t) const;
    // A name in the namespace, of one owner: made of the same words it is the same.
    std::string claim(const method* owner, const std::vector<std::string>& words);

private:
    std::string of_either(const type& t, bool is_held) const;
    std::string without_type(std::string_view why) const;
    std::vector<const type*> without_null(const type& t) const;
    bool is_whole(const type& t) const;
    void begin_description(const type& t);
    void declare_choice(const type& t);
    void declare_struct(const type& t);
    void describe_struct(const type& t);
    void describe_union(const type& t);
    std::vector<std::string> member_names(const type& t) const;
    bool is_tag(const type& t, const member& m) const;

    service& service_;
    text out_ = {};
    scope names_;
    std::map<const type*, std::string> named_ = {};
    std::map<const type*, std::string> tags_ = {};  // of the parts of unions
    std::set<const type*> unions_ = {};             // those that one_of describes
    std::set<const type*> whole_ = {};              // these are defined
    std::map<std::pair<const method*, std::vector<std::string>>, std::string> claimed_ = {};
};

}  // namespace callbox::openrpc::generate
