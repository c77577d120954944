// refuses: callbox: two choices of an enumeration share a name
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

enum class tone { plain, cheerful };
constexpr auto describe(callbox::as<tone>) {
    using callbox::choice;
    return callbox::choices{choice{tone::plain, "plain"}, choice{tone::cheerful, "plain"}};
}
int hello(tone) { return 0; }

constexpr callbox::api methods{method<"hello", hello>("Hello.", "tone")};
