// refuses: a_range_ends_before_it_begins
#include "next.hpp"

int make(int) { return 1; }

int main(int argc, char** argv) {
    return callbox::run(methods, callbox::made_by(make,
        callbox::setting<int>("--cache", "MIB", "memory").in(9, 1)), argc, argv);
}
