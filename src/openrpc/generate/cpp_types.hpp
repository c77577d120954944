// The types of a service in C++.
#pragma once

#include "model.hpp"
#include "names.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc::generate {

// Keywords, and behind them the names that a generated header needs for itself.
inline constexpr std::string_view cpp_names =
    "alignas alignof and and_eq asm auto bitand bitor bool break callbox case catch char char8_t "
    "char16_t char32_t class compl concept const consteval constexpr constinit const_cast "
    "continue co_await co_return co_yield decltype default delete do double dynamic_cast else "
    "enum explicit export extern false float for friend goto if inline int long mutable namespace "
    "new noexcept not not_eq nullptr operator or or_eq private protected public register "
    "reinterpret_cast requires return short signed sizeof static static_assert static_cast std "
    "struct switch template this thread_local throw true try typedef typeid typename union "
    "unsigned using virtual void volatile wchar_t while xor xor_eq "
    "answer by Calls Client describe linux named send_ Send unix";

// In quotes. Requires: no null character.
std::string cpp_literal(std::string_view text);

class cpp_types {
public:
    // Adds notes to the service of what C++ has no type for.
    explicit cpp_types(service& from);

    // Structs, enumerations and unions, and how they are JSON. Call it first.
    std::string declarations();
    // As a value that owns what it holds. `is_held`: by a list or map, which need not know it yet.
    std::string of(const type& t, bool is_held = false) const;
    std::string of_member(const member& m) const;
    std::string of_argument(const member& m) const;
    std::string of_result(const type& t) const;
    bool is_optional(const type& t) const;
    // A name in the namespace.
    std::string claim(const std::vector<std::string>& words) { return names_.claim(pascal(words)); }

private:
    std::string of_named(const type& t, bool is_held) const;
    std::string of_either(const type& t) const;
    std::string without_type(const std::string& why) const;
    bool is_whole(const type& t) const;
    void describe(const type& t, const std::string& as, const std::vector<std::string>& words,
                  const std::string& end = "};");
    void declare_choice(const type& t);
    void declare_struct(const type& t);
    void describe_struct(const type& t);
    void describe_union(const type& t);
    std::vector<std::string> member_names(const type& t) const;
    bool is_tag(const type& t, const member& m) const;

    service& service_;
    std::string out_ = {};
    scope names_;
    std::map<const type*, std::string> named_ = {};
    std::map<const type*, std::string> tags_ = {};  // of the parts of unions
    std::set<const type*> unions_ = {};             // those that one_of describes
    std::set<const type*> whole_ = {};              // these are defined
};

}  // namespace callbox::openrpc::generate
