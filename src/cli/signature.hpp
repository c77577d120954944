// The parameters of a method, from a server's OpenRPC document.
#pragma once

#include <callbox/json.hpp>

#include <optional>
#include <string_view>
#include <vector>

namespace callbox::cli {

// The kinds of JSON value that a parameter accepts.
class kinds {
public:
    constexpr kinds() = default;
    constexpr kinds(kind k) : bits_(1u << static_cast<unsigned>(k)) {}
    static constexpr kinds any() {
        kinds all;
        all.bits_ = ~0u;
        return all;
    }
    constexpr void add(kinds others) { bits_ |= others.bits_; }
    constexpr void keep(kinds others) { bits_ &= others.bits_; }
    constexpr bool have(kind k) const { return (bits_ & kinds(k).bits_) != 0; }
    constexpr bool none() const { return bits_ == 0; }
    // Only strings, with or without null.
    constexpr bool only_text() const {
        return (bits_ & ~kinds(kind::null).bits_) == kinds(kind::string).bits_;
    }

private:
    unsigned bits_ = 0;
};

struct parameter {
    std::string_view name;  // empty: unknown
    kinds takes = kinds::any();
};

struct signature {
    std::vector<parameter> params;
    bool by_name_only = false;

    const parameter* find(std::string_view name) const;
};

// The signature of `method`; its views point into the document's text. Without parameters if the
// document does not describe the method, or not in a readable form.
signature read_signature(std::optional<value> document, std::string_view method);

}  // namespace callbox::cli
