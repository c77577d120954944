// refuses: callbox: these methods take state: write server(methods, state)
#include <callbox/callbox.hpp>

int advance(int& state) { return ++state; }
constexpr callbox::api methods{callbox::method<"advance", advance>("Moves on.")};

int main() { callbox::server s(methods); }
