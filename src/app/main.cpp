// The program: its methods behind callbox's command line.
#include "methods.hpp"

int main(int argc, char** argv) { return callbox::run(example::methods, argc, argv); }
