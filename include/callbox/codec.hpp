// callbox/codec.hpp - C++ types as JSON: which type takes which JSON, and how.
//
//     C++                                    JSON
//     bool                                   true, false
//     integers of every width                a number without fraction and exponent, in range
//     float, double                          any number that is finite in that type
//     std::string                            a string
//     std::string_view                       a string; a parameter's text lives as long as the call
//     const char*                            a string; for results only
//     an enumeration with describe()         one of its names, a string       (describe.hpp)
//     a struct with describe()               an object of its members         (describe.hpp)
//     std::optional<T>                       null, or a T; a parameter or member may be absent
//     std::vector<T>                         an array
//     std::array<T, N>                       an array of N elements
//     std::span<const T>                     an array; a parameter's elements live as long as the
//                                            call, and T is trivially destructible
//     std::tuple<...>, std::pair<A, B>       an array of one element for each type
//     std::map<std::string, T>               an object with any names; std::unordered_map too
//     std::variant<...>                      one of these types, which differ in their kind of JSON
//     std::variant<...> with describe()      an object, in which a tag tells which   (one_of.hpp)
//     std::chrono::year_month_day,           a string with a date or time        (formats.hpp)
//         sys_time<microseconds>, ...
//     callbox::uuid, std::vector<std::byte>  a string with a UUID, or bytes in base64
//     std::monostate                         null, as one of a variant
//     callbox::json                          any value
//     callbox::json_view                     any value, not copied: a view   (json_view.hpp)
//
// Nothing is guessed: for characters (char, wchar_t, ...), durations, pointers and all other types
// the compiler says that they are unknown to JSON. Describe a type of your own (describe.hpp), or
// give it a codec:
//
//     template <> struct callbox::codec<colour> {
//         static constexpr type schema{.form = type_form::string, .name = "colour as #rrggbb",
//                                      .sample = "#ff8000"};
//         static bool read(value from, colour& out, violations& bad) {
//             if (!from.is(kind::string)) return bad.wrong_type(from, schema);
//             return parse_colour(from.text(), out) || bad.refuse(from, schema, "it has no #");
//         }
//         static void write(writer& to, const colour& from) { to.string(hex_of(from)); }
//     };
//
// Put it above the table that uses the type. `schema` (type.hpp) is how messages and the document
// describe the type; you may reuse another type's. `sample` stands in the document and in made-up
// calls. read() fills `out`, a T that was just made (a member has what its initializer says), and
// returns true; or adds at least one violation and returns false. write() writes exactly one JSON
// value. A codec without read() is for results only, one without write() for parameters only.
#pragma once

#include <callbox/describe.hpp>
#include <callbox/detail/containers.hpp>
#include <callbox/formats.hpp>
#include <callbox/one_of.hpp>
#include <callbox/scalars.hpp>
