// refuses: callbox: a setting must be a bool, an integer, a std::string, a std::optional
// refuses: of the latter two, or a std::vector<std::string>
#include "next.hpp"

int make(double) { return 1; }

int main(int argc, char** argv) {
    return callbox::run(methods, callbox::made_by(make,
        callbox::setting<double>("--rate", "N", "a rate")), argc, argv);
}
