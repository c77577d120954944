// refuses: a_setting_must_be_two_dashes_and_lower_case_letters_digits_or_dashes
#include "next.hpp"

int make(std::string) { return 1; }

int main(int argc, char** argv) {
    return callbox::run(methods, callbox::made_by(make,
        callbox::setting<std::string>("-db", "FILE", "a file")), argc, argv);
}
