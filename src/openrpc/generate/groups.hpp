// Methods in groups by the dots in their names, with a name for each that is safe in its group.
#pragma once

#include "model.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc::generate {

struct group {
    struct entry {
        std::string name = {};
        const generate::method* method = nullptr;
    };
    std::string name = {};   // empty: the service itself
    std::string part = {};   // of the methods' names
    std::vector<entry> methods = {};
    std::vector<group> groups = {};
};

// `made_of` makes a name of words. No name is one of `reserved`, as in a scope; at the top none is
// one of `top` either. Groups get names before methods: of "a" and "a.b" the method is "a_2".
group groups_of(const std::vector<method>& all, std::string_view reserved, std::string_view top,
                std::string (*made_of)(std::span<const std::string>));

}  // namespace callbox::openrpc::generate
