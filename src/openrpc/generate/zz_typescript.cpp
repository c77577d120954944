#include "generate.hpp"
namespace callbox::openrpc::generate {
std::string typescript(const service&, const choices&) { return {}; }
}
