// refuses: the_value_name_of_a_setting_must_be_one_word_in_capitals
#include "next.hpp"

int make(std::string) { return 1; }

int main(int argc, char** argv) {
    return callbox::run(methods, callbox::made_by(make,
        callbox::setting<std::string>("--db", "a file", "the database")), argc, argv);
}
