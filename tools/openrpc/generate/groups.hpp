// Methods in groups by the dots in their names, with a name for each that is unique in its group.
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
    code name = {};          // empty: the service itself
    std::string part = {};   // of the methods' names
    std::vector<entry> methods = {};
    std::vector<group> groups = {};
};

// `made_of` makes a name of words. No name is in a list of `reserved`; at the top none is in `top`
// either. Groups get names before methods: of "a" and "a.b" the method is "a_2".
group groups_of(const std::vector<method>& all, const std::vector<std::string_view>& reserved,
                std::string_view top, std::string (*made_of)(std::span<const std::string>));

}  // namespace callbox::openrpc::generate
