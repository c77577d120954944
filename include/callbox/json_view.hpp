// callbox/json_view.hpp - navigating in a json: views of its text. Part of json.hpp.
//
//     const std::optional<int> first = j["sizes"][0].as<int>();
//     for (const callbox::json_view each : j["sizes"].items()) total += each.as<int>().value_or(0);
//     for (const auto& [name, value] : j.members()) names.push_back(name);
//     if (const auto found = j.find("note")) keep(std::string(found.text()));
//
// An absent element or member is an empty view. Looking up an element or member in an empty view,
// or in a value of another kind, returns an empty view too, and as() returns nothing: a chain of
// lookups is checked once, at its end. Numbers keep all their digits: as<std::uint64_t>() and
// as<double>() read the text.
//
// Nothing is parsed in advance or cached: each step reads the text from the beginning of the value
// to the part looked up. To read all of a large object, iterate once, or describe a struct and let
// as() read it.
#pragma once

#include <callbox/json.hpp>

#include <iterator>

namespace callbox {

// A value in a json, or nothing. As a parameter, it is the argument itself, without a copy. Valid
// until the json changes or, as a parameter, until the call returns. The json of a range-based
// `for` must be a variable: a temporary is destroyed before the first iteration.
class json_view {
public:
    struct member;
    template <class Each> class iterator_of;
    using iterator = iterator_of<json_view>;
    using member_iterator = iterator_of<member>;
    template <class Iterator> using range = detail::elements<Iterator>;

    json_view() = default;                             // nothing
    json_view(const json& from) : text_(from.text()) {}
    explicit operator bool() const { return !text_.empty(); }

    // The JSON of the value, including whitespace; empty for nothing.
    std::string_view text() const { return text_; }
    // Returns nothing for an empty view.
    std::optional<callbox::kind> kind() const;
    // The value as a T, read as by json::as(); nothing if it does not fit or the view is empty. (In
    // codec.hpp.) as<std::string>() resolves escapes.
    template <class T> std::optional<T> as() const;

    // The first member with that name.
    json_view operator[](std::string_view name) const { return find(name); }
    json_view find(std::string_view name) const;
    // The element at that index, from 0 on.
    json_view operator[](std::size_t index) const;
    // The number of elements or members, including duplicates; 0 for other values.
    std::size_t size() const;
    // In the order sent; empty if it is not an array, or not an object.
    range<iterator> items() const;
    range<member_iterator> members() const;

    bool operator==(const json_view&) const = default;  // compares the texts

private:
    friend struct codec<json_view>;
    explicit json_view(std::string_view text) : text_(text) {}

    std::string_view text_;
};

struct json_view::member {
    std::string name;  // without its escapes
    json_view value;
};

template <class Each> class json_view::iterator_of {
public:
    using value_type = Each;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;  // for C++17: operator* returns a value
    using iterator_concept = std::forward_iterator_tag;

    iterator_of() = default;
    Each operator*() const;
    iterator_of& operator++();
    iterator_of operator++(int) {
        const iterator_of before = *this;
        ++*this;
        return before;
    }
    bool operator==(const iterator_of& other) const { return rest_.data() == other.rest_.data(); }

private:
    friend class json_view;
    // `rest`: from a value, or the name of a member, to the end of the container.
    explicit iterator_of(std::string_view rest);

    std::string_view name_;   // of a member, with its quotes
    std::string_view value_;
    std::string_view rest_;   // from the value on; null at the end
};

inline json_view json::operator[](std::string_view name) const { return json_view(*this)[name]; }
inline json_view json::operator[](std::size_t index) const { return json_view(*this)[index]; }
inline json_view json::find(std::string_view name) const { return json_view(*this).find(name); }
inline std::size_t json::size() const { return json_view(*this).size(); }
inline auto json::items() const { return json_view(*this).items(); }
inline auto json::members() const { return json_view(*this).members(); }

}  // namespace callbox
