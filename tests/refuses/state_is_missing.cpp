// refuses: callbox: these methods take state: call serve(methods, state)
#include "next.hpp"

int main() { return callbox::serve(methods); }
