// Writes the types of a service in TypeScript, and functions that read them from JSON.
#pragma once

#include "generate.hpp"
#include "names.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace callbox::openrpc::generate::typescript {

class typescript_types {
public:
    // Whether a value is a parameter or a result. A named type that is only used in parameters is
    // declared as such. One with integers that are bigints in results and may be numbers in
    // parameters is "Line" in results and "LineInput" in parameters.
    enum class side { param, result };

    // `class_name` is declared next to the types. `from` must outlive this.
    typescript_types(const service& from, std::string class_name, wide_integers wide);

    const code& class_name() const { return class_name_; }
    // The names of the class and the types, which arguments must not have.
    const scope& names() const { return scope_; }

    code of(const type& t, side s) const;

    // "{ name: string; age?: number }"
    code of_members(const std::vector<member>& all, side s) const;

    // An expression such as "json.list(Pet)"; adds Pet to the readers.
    code reader(const type& t);

    // The argument as sent: a wide integer is checked, or converted from text.
    code sent(const type& t, const code& argument);
    // The same for an object with these members.
    code sent(const std::vector<member>& all, const code& argument);

    // The format and default: "date-time, by default 5"; may be empty.
    static std::string notes_of(const member& m);

    // All named types.
    code declarations() const;

    // The readers that reader() referred to, each after those that it needs.
    code readers();

private:
    code plain(const type& t, side s) const;
    code of_property(const member& m, side s) const;
    const code& name_of(const type& t, side s) const;
    code declaration(const type& t, side s) const;
    code declared_members(const type& t, side s) const;
    code body(const type& t);
    code object_reader(const std::vector<member>& all, bool only_wide);
    bool has_wide(const type& t) const { return with_wide_.contains(&t); }

    const service& service_;
    wide_integers wide_;
    scope scope_;
    code class_name_;
    std::map<const type*, code> names_ = {};
    std::map<const type*, code> inputs_ = {};  // names in parameters, if they differ
    std::set<const type*> params_, results_;   // types that are used in them, at any depth
    std::set<const type*> with_wide_;       // containing wide integers
    std::vector<const type*> wanted_ = {};  // readers that something refers to
    std::set<const type*> seen_ = {};       // the same
    bool is_declaring_ = false;             // then `declared_` holds the types above
    std::set<const type*> declared_ = {};
};

}  // namespace callbox::openrpc::generate::typescript
