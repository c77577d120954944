// Groups methods by the dots in their names and gives each a name that is unique in its group.
#pragma once

#include "model.hpp"
#include "names.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc::generate {

struct group {
    struct entry {
        code name = {};
        const generate::method* method = nullptr;
    };
    code name = {};          // empty for the service itself
    std::string part = {};   // of the method names
    std::vector<entry> methods = {};
    std::vector<group> groups = {};
};

// `made_of` makes a name from words. No name is in a list of `reserved`, in `outer`, nor at the top
// level in `top`. Groups are named before methods: for "a" and "a.b", the method becomes "a_2".
group groups_of(const std::vector<method>& all, const std::vector<std::string_view>& reserved,
                std::string_view top, std::string (*made_of)(std::span<const std::string>),
                const scope* outer = nullptr);

}  // namespace callbox::openrpc::generate
