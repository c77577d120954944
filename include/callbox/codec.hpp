// callbox/codec.hpp - C++ types and their JSON.
//
//     C++                                    JSON
//     bool                                   true, false
//     integers of every width                a number without fraction and exponent, in range
//     float, double                          any number that is finite in the type
//     std::string                            a string
//     std::string_view                       a string; as a parameter, valid until the call returns
//     const char*                            a string; for results only
//     an enumeration with describe()         one of its names, a string       (describe.hpp)
//     a struct with describe()               an object of its members         (describe.hpp)
//     std::optional<T>                       null, or a T; a parameter or member may be absent;
//                                            std::unique_ptr<T> too
//     std::vector<T>, list, deque            an array; other containers of their form too
//     std::set<T>, unordered_set             an array of elements that differ
//     std::array<T, N>                       an array of N elements
//     std::span<const T>                     an array; as a parameter, valid during the call;
//                                            T must be trivially destructible
//     std::tuple<...>, std::pair<A, B>       an array with one element for each type
//     std::map<K, T>, unordered_map          an object; K is a std::string, an integer, or a type
//                                            that is a string in JSON; any comparator
//     std::variant<...>                      one of these types, which differ in their kind of JSON
//     std::variant<...> with describe()      an object with a discriminator, the tag   (one_of.hpp)
//     std::chrono::year_month_day,           a string with a date or time        (formats.hpp)
//         sys_time<microseconds>, ...
//     std::chrono::milliseconds, ...         a string with a duration            (formats.hpp)
//     callbox::uuid, std::vector<std::byte>  a string with a UUID, or bytes in base64
//     std::monostate                         null, as an alternative of a variant
//     std::filesystem::path                  a string, with <callbox/path.hpp>
//     callbox::json                          any value
//     callbox::json_view                     any value, not copied: a view   (json_view.hpp)
//
// All other types, such as characters (char, wchar_t, ...) and raw pointers, have no JSON codec and
// do not compile. Describe your own types (describe.hpp), or give them a codec:
//
//     template <> struct callbox::codec<colour> {
//         static constexpr type schema{.form = type_form::string, .name = "colour as #rrggbb",
//                                      .sample = "#ff8000"};
//         static bool read(value from, colour& out, violations& bad) {
//             if (!from.is(kind::string)) return bad.wrong_type(from, schema);
//             return parse_colour(from.text(), out) || bad.refuse(from, schema, "has no #");
//         }
//         static void write(writer& to, const colour& from) { to.string(hex_of(from)); }
//     };
//
// Put it above the table that uses the type. `schema` (type.hpp) describes the type in messages and
// the document; it may be another type's. `sample` appears in the document and in sample calls.
// read() either fills `out` and returns true, or adds at least one violation and returns false;
// `out` is newly constructed (a member has the value of its initializer). write() writes exactly
// one JSON value. A codec without read() is for results only, one without write() for parameters
// only.
#pragma once

#include <callbox/formats.hpp>
#include <callbox/one_of.hpp>
