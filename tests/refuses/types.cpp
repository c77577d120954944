// Types without a JSON codec.
#include <callbox/callbox.hpp>

using callbox::api, callbox::method;

struct point { double x, y; };

// ---- character_parameter
// refuses: callbox: a parameter's type has no JSON codec: take a type that codec.hpp lists
// repair: Take a type that codec.hpp lists, such as `std::string`.
int code(char letter) { return letter; }
constexpr api methods{method<"code", code>("Code.", "letter")};

// ---- duration_of_fractions
// refuses: callbox: a parameter's type has no JSON codec: take a type that codec.hpp lists
// refuses: duration
int f(std::chrono::duration<double> s) { return static_cast<int>(s.count()); }
constexpr api methods{method<"f", f>("F.", "s")};

// ---- duration_of_fractions_as_a_result
// refuses: callbox: the result's type has no JSON codec: convert it to a type that codec.hpp lists
// refuses: duration
// repair: Return `std::chrono::milliseconds`, or another type that codec.hpp lists.
std::chrono::duration<double> f() { return {}; }
constexpr api methods{method<"f", f>("F.")};

// ---- enum_without_describe
// refuses: callbox: a parameter's type has no JSON codec: give it a describe(as<T>)
// refuses: tone
enum class tone { plain, cheerful };
int hello(tone) { return 0; }
constexpr api methods{method<"hello", hello>("Hello.", "tone")};

// ---- list_of_a_stack
// refuses: callbox: a parameter's type has no JSON codec: take a type that codec.hpp lists
// refuses: stack
#include <stack>
int f(const std::vector<std::stack<int>>& v) { return static_cast<int>(v.size()); }
constexpr api methods{method<"f", f>("F.", "v")};

// ---- result_only_parameter
// refuses: callbox: a parameter's type has no JSON codec: take a type that codec.hpp lists
int length(const char* text) { return text[0]; }
constexpr api methods{method<"length", length>("Length.", "text")};

// ---- span_of_strings
// refuses: callbox: a parameter's type has no JSON codec
// refuses: span
int f(std::span<const std::string> s) { return static_cast<int>(s.size()); }
constexpr api methods{method<"f", f>("F.", "s")};

// ---- time_in_minutes
// refuses: callbox: a parameter's type has no JSON codec: take a type that codec.hpp lists
int f(std::chrono::sys_time<std::chrono::minutes>) { return 0; }
constexpr api methods{method<"f", f>("F.", "at")};

// ---- unknown_parameter_type
// refuses: callbox: a parameter's type has no JSON codec: give it a describe(as<T>)
// refuses: point
// repair: Describe `point` above the table: `describe(as<point>)` with its fields.
double length(point p) { return p.x + p.y; }
constexpr api methods{method<"point.length", length>("Length.", "p")};

// ---- unknown_result_type
// refuses: callbox: the result's type has no JSON codec: give it a describe(as<T>)
// refuses: point
// repair: Describe `point` above the table: `describe(as<point>)` with its fields.
point origin() { return {}; }
constexpr api methods{method<"point.origin", origin>("Zero.")};

// ---- unknown_type_in_a_result
// refuses: callbox: the result's type has no JSON codec: give it a describe(as<T>)
// refuses: point
callbox::result<std::vector<point>> path() { return std::vector<point>{}; }
constexpr api methods{method<"path", path>("Path.")};
