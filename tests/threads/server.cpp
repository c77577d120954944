// The program that ThreadSanitizer watches: every kind of thing that a worker does.
#include "support/side_by_side.hpp"

int main(int argc, char** argv) {
    side_by_side::together t;
    return callbox::run(side_by_side::methods, t, argc, argv);
}
