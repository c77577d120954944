// refuses: callbox: these methods take state: call run(methods, state, argc, argv)
#include "next.hpp"

int main(int argc, char** argv) { return callbox::run(methods, argc, argv); }
