// refuses: callbox: pass failing_examples() the state of these methods, or a function
#include "next.hpp"

int& old() {
    static int state;
    return state;
}
bool good() { return callbox::failing_examples(methods, old).empty(); }
