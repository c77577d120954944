// Reads members of a schema. A member of an unexpected type counts as absent.
#pragma once

#include <callbox/json.hpp>

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace callbox::openrpc::generate {

bool has_any(value v, std::initializer_list<std::string_view> keywords);
bool is_flag(value v, std::string_view name, bool wanted);
std::string_view text_of(value v, std::string_view name);  // empty if there is none
std::optional<std::vector<value>> list_of(value v, std::string_view name);
double bound(value v, std::string_view name, double otherwise);

// Finds values within a document. Large objects and arrays are indexed: many lookups in one take no
// longer than reading it.
class lookup {
public:
    explicit lookup(value root) : root_(root) {}

    // The first member of that name; empty if there is none or this is not an object.
    std::optional<value> member(value object, std::string_view name);
    // The value at a JSON pointer (RFC 6901) from the root, and the last part of the pointer.
    std::optional<value> at(std::string_view pointer, std::string* last);

private:
    std::optional<value> element(value array, std::string_view position);

    value root_;
    std::map<std::uint32_t, std::unordered_map<std::string_view, value>> members_ = {};
    std::map<std::uint32_t, std::vector<value>> elements_ = {};
};

}  // namespace callbox::openrpc::generate
