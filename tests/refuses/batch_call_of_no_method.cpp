// refuses: callbox: the table has no method with this name
#include "two_methods.hpp"

#include <callbox/client.hpp>

void test() {
    callbox::client<methods> api("http://127.0.0.1:8080/api");
    (void)api.of<"ad">(1, 2);
}
