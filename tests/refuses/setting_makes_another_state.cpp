// refuses: callbox: the methods take another state than the function makes
#include <callbox/callbox.hpp>

#include <string>

std::string make(bool) { return ""; }
int next(int& state) { return ++state; }
constexpr callbox::api methods{callbox::method<"next", next>("Next.")};

int main(int argc, char** argv) {
    return callbox::run(methods, callbox::made_by(make,
        callbox::setting<bool>("--quiet", "a flag")), argc, argv);
}
