// Implements serve(): runs a server as the whole process and returns its exit status.
#include <callbox/serve.hpp>

#include "serving.hpp"

namespace callbox {

int detail::serve(const bound_table& methods, const options& how, bool until_exit) try {
    const net::scope may = until_exit ? net::scope::whole_process : net::scope::process;
    net::serving one(methods, methods.state, how, may);
    if (const std::string problem = one.start(); !problem.empty())
        return one.log().error(problem), 1;
    return one.run().empty() ? 0 : 1;
} catch (const std::bad_alloc&) {
    observe::logger().error("cannot start: memory has run out");
    return 1;
}

int serve(const bound_table& methods, const options& how) {
    return detail::serve(methods, how, false);
}

}  // namespace callbox
