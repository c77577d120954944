// Members of structs.
#include <callbox/callbox.hpp>

using callbox::api, callbox::as, callbox::field, callbox::fields, callbox::method;

struct moment { int hour; };
template <typename T> int takes(T) { return 0; }

// ---- member_default_of_a_list
// refuses: callbox: the default of a list, map, struct or custom type must be {}, initial
// repair: Pass `initial`, `{}`, or `constant<VALUE>` with a constexpr `VALUE`.
struct page { std::vector<int> lines; };
constexpr auto describe(as<page>) { return fields{field{"lines", &page::lines} = 3}; }
constexpr api methods{method<"f", takes<const page&>>("F.", "page")};

// ---- member_default_of_another_type
// refuses: callbox: a default value must have its member's type
// repair: Pass a value of the member's type: `field{"x", &point::x} = 0.5`.
struct point { double x; };
constexpr auto describe(as<point>) { return fields{field{"x", &point::x} = "far"}; }
constexpr api methods{method<"f", takes<point>>("F.", "p")};

// ---- character_in_a_member
// refuses: callbox: a member's type has no JSON codec: use a type that codec.hpp lists
// refuses: &point::when
// repair: Use `std::string`, or another type that codec.hpp lists.
struct point { std::array<char, 2> when; };
constexpr auto describe(as<point>) { return fields{field{"when", &point::when}}; }
constexpr api methods{method<"f", takes<const point&>>("F.", "p")};

// ---- list_of_an_unknown_type_in_a_member
// refuses: callbox: a member's type has no JSON codec: give it a describe(as<T>)
// refuses: &point::when
struct point { std::vector<moment> when; };
constexpr auto describe(as<point>) { return fields{field{"when", &point::when}}; }
constexpr api methods{method<"f", takes<const point&>>("F.", "p")};

// ---- map_of_an_unknown_type_in_a_member
// refuses: callbox: a member's type has no JSON codec: give it a describe(as<T>)
// refuses: &point::when
struct point { std::map<std::string, moment> when; };
constexpr auto describe(as<point>) { return fields{field{"when", &point::when}}; }
constexpr api methods{method<"f", takes<const point&>>("F.", "p")};

// ---- optional_of_an_unknown_type_in_a_member
// refuses: callbox: a member's type has no JSON codec: give it a describe(as<T>)
// refuses: &point::when
struct point { std::optional<moment> when; };
constexpr auto describe(as<point>) { return fields{field{"when", &point::when}}; }
constexpr api methods{method<"f", takes<const point&>>("F.", "p")};

// ---- variant_of_an_unknown_type_in_a_member
// refuses: callbox: a member's type has no JSON codec: give it a describe(as<T>)
// refuses: &point::when
struct point { std::variant<moment, std::pair<int, moment>> when; };
constexpr auto describe(as<point>) { return fields{field{"when", &point::when}}; }
constexpr api methods{method<"f", takes<const point&>>("F.", "p")};

// ---- member_of_an_unknown_type
// refuses: callbox: a member's type has no JSON codec: give it a describe(as<T>)
// refuses: &point::when
// repair: Describe `moment` with `describe(as<moment>)`, above the description of `point`.
struct point { moment when; };
constexpr auto describe(as<point>) { return fields{field{"when", &point::when}}; }
constexpr api methods{method<"f", takes<point>>("F.", "p")};

// ---- field_of_a_function
// refuses: callbox: a field must be a member variable, not a function
// refuses: &point::x
// repair: Pass a member variable; for a computed member, write a `codec<T>`.
struct point { int x() const; };
constexpr auto describe(as<point>) { return fields{field{"x", &point::x}}; }
constexpr api methods{method<"f", takes<const point&>>("F.", "p")};

// ---- field_of_another_class
// refuses: callbox: a field must be a member of the struct that is described
// refuses: &moment::hour
// repair: Describe `moment` by itself, and make it a member of `point`.
struct point { int x; };
constexpr auto describe(as<point>) {
    return fields{field{"x", &point::x}, field{"hour", &moment::hour}};
}
constexpr api methods{method<"f", takes<const point&>>("F.", "p")};

// ---- members_share_a_name
// refuses: two_members_share_a_name
// repair: Give each member a name of its own.
struct point { double x, y; };
constexpr auto describe(as<point>) { return fields{field{"x", &point::x}, field{"x", &point::y}}; }
constexpr api methods{method<"f", takes<point>>("F.", "p")};

// ---- member_without_a_name
// refuses: a_member_has_no_name
// repair: Name the member: `field{"x", &point::x}`.
struct point { int x; };
constexpr auto describe(as<point>) { return fields{field{"", &point::x}}; }
constexpr api methods{method<"f", takes<point>>("F.", "p")};

// ---- size_of_one_number
// refuses: callbox: size() takes two numbers; for one, use size_at_least() or size_at_most()
// repair: Pass a minimum and a maximum, or use `size_at_least(1)` or `size_at_most(1)`.
struct page { std::vector<int> lines; };
constexpr auto describe(as<page>) { return fields{field{"lines", &page::lines}.size(1)}; }
constexpr api methods{method<"f", takes<const page&>>("F.", "page")};

// ---- view_out_of_a_value
// refuses: callbox: the type contains a view, which would not outlive as(): use std::string
// refuses: trip
// repair: Make `name` a `std::string`.
struct stop {
    std::string_view name;
    std::vector<stop> near;
};
constexpr auto describe(as<stop>) {
    return fields{field{"name", &stop::name}, field{"near", &stop::near}};
}
struct trip {
    int length;
    std::map<std::string, std::vector<stop>> stops;
};
constexpr auto describe(as<trip>) {
    return fields{field{"length", &trip::length}, field{"stops", &trip::stops}};
}
std::size_t count(const callbox::json& any) { return any.as<trip>()->stops.size(); }

// ---- aggregate_without_the_name_of_a_member
// refuses: callbox: aggregate requires a struct with as many members as it has names
// refuses: point
// repair: Name each member; use `fields` for a struct with a base or a constructor.
struct point { int x, y; };
constexpr auto describe(as<point>) { return callbox::aggregate("x"); }
constexpr api methods{method<"f", takes<const point&>>("F.", "p")};

// ---- aggregate_with_another_name
// refuses: callbox: aggregate requires a struct with as many members as it has names
// refuses: point
struct point { int x, y; };
constexpr auto describe(as<point>) { return callbox::aggregate("x", "y", "z"); }
constexpr api methods{method<"f", takes<const point&>>("F.", "p")};

// ---- aggregate_of_a_struct_with_a_constructor
// refuses: callbox: aggregate requires a struct with as many members as it has names
// refuses: point
struct point {
    point() {}
    int x, y;
};
constexpr auto describe(as<point>) { return callbox::aggregate("x", "y"); }
constexpr api methods{method<"f", takes<const point&>>("F.", "p")};

// ---- aggregate_with_an_unknown_type
// refuses: callbox: a member's type has no JSON codec: give it a describe(as<T>)
// refuses: point
struct point { moment when; int y; };
constexpr auto describe(as<point>) { return callbox::aggregate("when", "y"); }
constexpr api methods{method<"f", takes<const point&>>("F.", "p")};

// ---- aggregate_with_a_name_twice
// refuses: two_members_share_a_name
// refuses: point
struct point { int x, y; };
constexpr auto describe(as<point>) { return callbox::aggregate("x", "x"); }
constexpr api methods{method<"f", takes<const point&>>("F.", "p")};
