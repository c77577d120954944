// Steps from a container of a document towards a node in it, for messages.
#pragma once

#include <callbox/table.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace callbox::rpc {

// To a member, or to an item.
struct step {
    std::string_view name = {};
    std::size_t index = 0;
    std::uint32_t at;  // the node itself if it is the member's name, else the value that holds it
};

// Requires: `container` is an array or object that holds the node and is not the node.
step step_to(std::uint32_t node, value container);

// The tag of the innermost alternative of a tagged union (one_of.hpp) that the node is, or lies in:
// a view into the table; empty if there is none. `from` is a value of type `t` that holds the node.
std::string_view alternative_of(std::uint32_t node, document& text, std::uint32_t from,
                                const type& t);

}  // namespace callbox::rpc
