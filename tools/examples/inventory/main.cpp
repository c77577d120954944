// An inventory in one file. Try: make run, or build/inventory help serve
#include "methods.hpp"

int main(int argc, char** argv) {
    callbox::options defaults;
    defaults.info = {.title = "Inventory", .version = "1.0.0"};
    inventory::store state("inventory.json");
    return callbox::run(inventory::methods, state, argc, argv, defaults);
}
