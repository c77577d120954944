#include "generate.hpp"
namespace callbox::openrpc::generate {
std::string python(const service&, const choices&) { return {}; }
}
