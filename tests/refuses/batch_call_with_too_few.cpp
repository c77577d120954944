// refuses: callbox: the argument for a required parameter is missing
#include "two_methods.hpp"

#include <callbox/client.hpp>

void test() {
    callbox::client<methods> api("http://127.0.0.1:8080/api");
    (void)api.batch(api.of<"add">(1));
}
