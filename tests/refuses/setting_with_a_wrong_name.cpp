// refuses: a_setting_is_two_dashes_and_lower_case_letters_digits_and_dashes
#include "next.hpp"

int make(std::string) { return 1; }

int main(int argc, char** argv) {
    return callbox::run(methods, callbox::made_by(make,
        callbox::setting<std::string>("-db", "FILE", "a file")), argc, argv);
}
