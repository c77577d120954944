// refuses: callbox: a parameter's type has no JSON codec: give it a describe(as<T>)
// refuses: tone
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

enum class tone { plain, cheerful };
int hello(tone) { return 0; }

constexpr callbox::api methods{method<"hello", hello>("Hello.", "tone")};
