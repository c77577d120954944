// A program with every type, for OpenRPC tools.
#include "support/everything_api.hpp"

int main(int argc, char** argv) {
    everything::counter state;
    return callbox::run(everything::methods, state, argc, argv,
                        {.title = "everything", .version = "1.0.0", .description = "Every type."});
}
