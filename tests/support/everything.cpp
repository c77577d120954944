#include "support/everything_api.hpp"

namespace everything {

callbox::table table() { return methods; }
std::string answer(counter& state, std::string_view message) {
    return callbox::answer(methods, state, message);
}
std::vector<std::string> failing_examples(counter& state) {
    return callbox::failing_examples(methods, state);
}

}  // namespace everything
