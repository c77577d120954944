// The types of a service in TypeScript, and what reads them from JSON.
#pragma once

#include "generate.hpp"
#include "names.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc::generate {

class typescript_types {
public:
    // Of a value that a method takes, or gives. Members of named types are as it gives them.
    enum class side { param, result };

    // `class_name` is declared beside the types. Both arguments must outlive this.
    typescript_types(const service& from, std::string class_name, wide_integers wide);

    const std::string& class_name() const { return class_name_; }

    // No argument has the name of a type.
    void reserve_names(scope& in) const;

    std::string of(const type& t, side s) const;

    // "{ name: string; age?: number }"
    std::string of_members(const std::vector<member>& all, side s) const;

    // An expression, "json.list(Pet)"; Pet is then among the readers.
    std::string reader(const type& t);

    // A reader of those members alone whose integers are text; empty if there are none.
    std::string reader_of_text(const std::vector<member>& all);

    // Where it is an argument: its integers that are text, as integers.
    std::string sent(const type& t, const std::string& argument);

    // "date-time; by default 5", empty if there is nothing to say.
    std::string notes_of(const member& m) const;

    // All named types.
    std::string declarations() const;

    // Those that reader() has named, each behind those that it needs.
    std::string readers();

private:
    std::string plain(const type& t, side s) const;
    std::string declaration(const type& t) const;
    std::string declared_members(const type& t) const;
    std::string body(const type& t);
    std::string object_reader(const std::vector<member>& all, bool only_text);
    bool has_text(const type& t);
    bool finds_wide(const type& t);

    const service& service_;
    wide_integers wide_;
    std::string class_name_;
    std::map<const type*, std::string> names_ = {};
    std::set<const type*> wanted_ = {};     // readers that something refers to
    bool is_declaring_ = false;             // then `declared_` are those above
    std::set<const type*> declared_ = {};
    std::set<const type*> looked_at_ = {};
};

}  // namespace callbox::openrpc::generate
