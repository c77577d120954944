// refuses: a_range_has_its_minimum_above_its_maximum
#include "next.hpp"

int make(int) { return 1; }

int main(int argc, char** argv) {
    return callbox::run(methods, callbox::made_by(make,
        callbox::setting<int>("--cache", "MIB", "memory").in(9, 1)), argc, argv);
}
