// refuses: callbox: these methods take state: call failing_examples(methods, state)
#include "next.hpp"

bool good() { return callbox::failing_examples(methods).empty(); }
