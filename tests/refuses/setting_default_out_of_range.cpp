// refuses: a_default_value_is_outside_its_settings_range
#include "next.hpp"

int make(int) { return 1; }

int main(int argc, char** argv) {
    return callbox::run(methods, callbox::made_by(make,
        callbox::setting<int>("--cache", "MIB", "memory").in(1, 9) = 10), argc, argv);
}
