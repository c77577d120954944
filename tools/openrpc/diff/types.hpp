// The types that the methods of both documents use, and what changed in them.
#pragma once

#include "compare_schema.hpp"
#include "findings.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace callbox::openrpc {

// Compares each type once for its use in parameters and once for its use in results. The changes
// of a type that is used in a single place become changes of the method there; those of the others
// are changes of the type.
class type_table {
public:
    explicit type_table(findings& out) : out_(out) {}

    // Methods are added in the order of their names. Requires: the name outlives the findings.
    void begin_method(std::string_view name) { methods_.push_back({.name = name}); }
    void docs_differ() { methods_.back().docs_differ = true; }
    // Adds the changes of a parameter or the result of the method that began last; compares the
    // types that they reach in finish().
    void add(std::string_view place, side of, const differences& found);

    // Compares the types and adds their changes, and "documentation changed" for each method.
    void finish();

private:
    static constexpr std::size_t none = SIZE_MAX;

    struct entry {
        const contract::schema* before;
        const contract::schema* after;
        side of;
        std::size_t owner;                    // the type that it was found in; none: a method
        std::string place;                    // there
        std::size_t place_bytes;              // with those of the owners
        std::size_t twin = none;              // the same type on the other side
        std::size_t places = 0;               // that use it, except itself
        std::vector<std::size_t> uses = {};   // types in it
        std::vector<std::size_t> users = {};  // methods, in order
        differences found = {};
        bool is_shared = false;
    };
    struct method_entry {
        std::string_view name;
        std::vector<std::size_t> uses = {};
        bool docs_differ = false;
    };
    using pair = std::pair<const contract::schema*, const contract::schema*>;

    std::size_t reach(std::size_t owner, side of, const reached& found, std::string place);
    void find_users();
    void find_shared();
    void report(std::size_t type);
    void report_single(const entry& from);
    void report_both(const entry& param, const entry& result);
    void report_docs(const entry& type, const std::vector<std::size_t>& users);
    void report_shared(const entry& type, std::string_view verb, const difference& found,
                       const std::vector<std::size_t>& users);
    std::string place_of(const entry& type) const;
    std::vector<std::string_view> names_of(const std::vector<std::size_t>& users) const;

    findings& out_;
    std::vector<entry> types_ = {};
    std::vector<method_entry> methods_ = {};
    std::map<pair, std::pair<std::size_t, std::size_t>> places_ = {};  // in types_: by side
};

}  // namespace callbox::openrpc
