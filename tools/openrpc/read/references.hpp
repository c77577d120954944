// Finds values within an OpenRPC document.
#pragma once

#include <callbox/json.hpp>

#include <map>
#include <unordered_map>

namespace callbox::openrpc {

// Large objects and arrays are indexed, so many lookups in one take no longer than reading it.
class references {
public:
    static constexpr int chain_max = 64;  // references one after another
    static constexpr std::size_t others_max = 100;

    // Whether the reference is to another document, which is not read: "api.json#/a".
    static bool is_to_another(std::string_view reference) {
        return !reference.empty() && !reference.starts_with('#');
    }
    // The documents of such references passed to target(): "api.json", each once, others_max at
    // most.
    const std::vector<std::string>& others() const { return others_; }

    // The first member of that name; empty if there is none or this is not an object.
    std::optional<value> member(value object, std::string_view name);
    // The target of a "$ref", "#/a/b"; empty if it is not in this document. `last` becomes the last
    // part of the JSON pointer, if it has one.
    std::optional<value> target(std::string_view reference, std::string* last = nullptr);

protected:
    std::optional<value> root_ = {};

private:
    std::optional<value> element(value array, std::string_view position);

    std::map<std::uint32_t, std::unordered_map<std::string_view, value>> members_ = {};
    std::map<std::uint32_t, std::vector<value>> elements_ = {};
    std::vector<std::string> others_ = {};
};

}  // namespace callbox::openrpc
