// refuses: a_setting_is_two_dashes_and_lower_case_letters_digits_and_dashes
#include <callbox/callbox.hpp>

#include <string>

int make(std::string) { return 1; }
int next(int& state) { return ++state; }
constexpr callbox::api methods{callbox::method<"next", next>("Next.")};

int main(int argc, char** argv) {
    return callbox::run(methods, callbox::made_by(make,
        callbox::setting<std::string>("-db", "FILE", "a file")), argc, argv);
}
