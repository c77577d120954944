// Readable descriptions of types, defaults and methods, for messages, lists and pages.
#pragma once

#include <callbox/table.hpp>

namespace callbox::rpc {

// Appends a name for a type and returns true; returns false for types to be described as usual.
using type_namer = std::function<bool(bytes& out, const type& t)>;

// The ranges of integers that a description has.
enum class ranges : std::uint8_t {
    none,
    short_ends,  // for reading: without an end of twenty digits
    exact,       // if narrower than 64 bits: "integer from 0 to 255"
};

// "integer", "array of string", "number or null", `one of "plain", "cheerful"`, "point" (a struct),
// "object of integer" (a map), "[string, integer]" (a tuple), "any JSON".
void append_type(bytes& out, const type& t, ranges with = ranges::none,
                 const type_namer& namer = {});

// The values that a parameter accepts: "integer from 1 to 100", "string of 1 to 8 characters, or
// null". An unsigned integer of 64 bits is an "integer of at least 0".
void append_member(bytes& out, const member& m, const type_namer& namer = {});

// For an integer: "integer from 0 to 255", whatever its width. For other types: append_type().
void append_range(bytes& out, const type& t);

// " from 1 to 100", " of 1 to 64 characters", " of 3 elements", " of at least 1"; nothing if there
// are no bounds.
void append_bounds(bytes& out, const bounds& b);

// " that matches ^[a-z]+$"; nothing if there is no pattern.
void append_pattern(bytes& out, const bounds& b, std::string_view verb = " that matches ");

// "7 characters", "1 element".
void append_count(bytes& out, bounds::on what, std::size_t count);

// A number, bool or text as JSON.
void append_literal(bytes& out, const literal& l);

// The default of a member as JSON. Requires: it has one.
void append_default(bytes& out, const member& m);

// "math.mul(*, a: integer, b: integer = 1) -> integer": types without ranges, `keyword_mark` before
// the keyword-only parameters. "stock.changed(sku: string) -> events of movement".
void append_signature(bytes& out, const table& methods, const row& r,
                      std::string_view keyword_mark = "*, ", const type_namer& namer = {});

// "Retained events: 256. A subscription ends if its client reads too slowly."
void append_delivery(bytes& out, const event_row& e);

}  // namespace callbox::rpc
