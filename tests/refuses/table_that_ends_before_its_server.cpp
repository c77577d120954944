// refuses: callbox: the table must outlive the server: give it a name
#include <callbox/callbox.hpp>

int one() { return 1; }
int two() { return 2; }
constexpr callbox::api a{callbox::method<"one", one>("")};
constexpr callbox::api b{callbox::method<"two", two>("")};

int main() { callbox::server s(a + b); }
