// refuses: callbox: these methods take state: write server(methods, state)
#include "next.hpp"

int main() { callbox::server s(methods); }
