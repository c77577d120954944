// refuses: callbox: only the state, the first parameter, may be a non-const reference
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

int append(int& state, std::string& text) { return state + static_cast<int>(text.size()); }

constexpr callbox::api methods{method<"append", append>("Appends.", "text")};
