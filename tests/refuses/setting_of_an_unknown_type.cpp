// refuses: callbox: a setting is a bool, an integer, a std::string, a std::optional of these two
// refuses: these two, or a std::vector<std::string>
#include "next.hpp"

int make(double) { return 1; }

int main(int argc, char** argv) {
    return callbox::run(methods, callbox::made_by(make,
        callbox::setting<double>("--rate", "N", "a rate")), argc, argv);
}
