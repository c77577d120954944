// refuses: callbox: these methods take state: call answer(methods, state, message)
#include "next.hpp"

std::string ask() { return callbox::answer(methods, "{}"); }
