// Steps from a container in a document to a node inside it, for messages.
#pragma once

#include <callbox/table.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace callbox::rpc {

// A step to a member or to an item.
struct step {
    std::string_view name = {};
    std::size_t index = 0;
    std::uint32_t at;  // the node itself if it is the member's name, else the value around it
};

// Requires: the node is inside `container`, an array or object.
step step_to(std::uint32_t node, value container);

// The tag of the innermost alternative of a tagged union (one_of.hpp) that is or contains the node,
// a view into the table; empty if there is none. `from` is the value of type `t` with the node.
std::string_view alternative_of(std::uint32_t node, document& text, std::uint32_t from,
                                const type& t);

}  // namespace callbox::rpc
