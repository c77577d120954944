// refuses: two_settings_share_a_name
#include <callbox/callbox.hpp>

#include <string>

int make(std::string, bool) { return 1; }
int next(int& state) { return ++state; }
constexpr callbox::api methods{callbox::method<"next", next>("Next.")};

constexpr callbox::made_by database(make,
    callbox::setting<std::string>("--db", "FILE", "a file"),
    callbox::setting<bool>("--db", "a flag"));

int main(int argc, char** argv) { return callbox::run(methods, database, argc, argv); }
