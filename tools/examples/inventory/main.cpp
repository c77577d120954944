// An inventory, stored in one file. Try: make run, or build/inventory help order.pay
#include "methods.hpp"

#include <utility>

namespace {

inventory::store open(std::string file) { return inventory::store(std::move(file)); }

constexpr auto state = callbox::made_by(
    open, callbox::setting<std::string>("--db", "FILE", "data file") = "inventory.json");

}  // namespace

int main(int argc, char** argv) {
    callbox::options defaults;
    defaults.name = "inventory";
    defaults.version = "1.0.0";
    defaults.info = {.title = "Inventory", .version = "1.0.0"};
    return callbox::run(inventory::methods, state, argc, argv, defaults);
}
