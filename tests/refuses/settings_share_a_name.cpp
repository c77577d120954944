// refuses: two_settings_share_a_name
#include "next.hpp"

int make(std::string, bool) { return 1; }

constexpr callbox::made_by database(make,
    callbox::setting<std::string>("--db", "FILE", "a file"),
    callbox::setting<bool>("--db", "a flag"));

int main(int argc, char** argv) { return callbox::run(methods, database, argc, argv); }
