// refuses: callbox: the parameters of the function must be these settings, in this order
#include "next.hpp"

int make(bool, std::string) { return 1; }

int main(int argc, char** argv) {
    return callbox::run(methods, callbox::made_by(make,
        callbox::setting<std::string>("--db", "FILE", "a file"),
        callbox::setting<bool>("--quiet", "a flag")), argc, argv);
}
