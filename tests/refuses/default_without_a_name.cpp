// refuses: a_default_value_has_no_name_in_its_enumeration
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

enum class tone { plain, cheerful };
constexpr auto describe(callbox::as<tone>) {
    return callbox::choices{callbox::choice{tone::plain, "plain"}};
}
int hello(tone) { return 0; }

constexpr callbox::api methods{method<"hello", hello>("Hello.", arg("tone") = tone::cheerful)};
