// refuses: callbox_has_an_option_with_this_name
#include "next.hpp"

int make(std::string) { return 1; }

int main(int argc, char** argv) {
    return callbox::run(methods, callbox::made_by(make,
        callbox::setting<std::string>("--log-file", "FILE", "a file")), argc, argv);
}
