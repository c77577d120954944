// refuses: callbox: an argument must have its parameter's type
#include "two_methods.hpp"

#include <callbox/client.hpp>

void test() {
    callbox::client<methods> api("http://127.0.0.1:8080/api");
    (void)api.call<"add">(1, "two");
}
