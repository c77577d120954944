// refuses: callbox: these methods take state: pass it to the client
#include <callbox/callbox.hpp>
#include <callbox/test.hpp>

struct counter {
    int next() { return 1; }
};

constexpr callbox::api methods{callbox::method<"next", &counter::next>("Next.")};

void test() { callbox::test::client<methods> client; }
