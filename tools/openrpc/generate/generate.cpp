// Selects the writer for a language.
#include "generate.hpp"

namespace callbox::openrpc::generate {

client_writer writer_of(std::string_view language) {
    if (language == "typescript") return typescript::client;
    if (language == "python") return python::client;
    return language == "c++" ? cpp::client : nullptr;
}

}  // namespace callbox::openrpc::generate
