#include "support/methods_api.hpp"

namespace sample {

callbox::table table() { return methods; }
std::string answer(counter& state, std::string_view message) {
    return callbox::answer(methods, state, message);
}

}  // namespace sample
