// refuses: callbox: the function must return the state of the methods
#include "next.hpp"

std::string make(bool) { return ""; }

int main(int argc, char** argv) {
    return callbox::run(methods, callbox::made_by(make,
        callbox::setting<bool>("--quiet", "a flag")), argc, argv);
}
