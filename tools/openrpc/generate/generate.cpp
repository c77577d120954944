// Selects the writer for a language.
#include "generate.hpp"

namespace callbox::openrpc::generate {

client_writer writer_of(std::string_view language) {
    if (language == "typescript") return typescript;
    if (language == "python") return python;
    return language == "c++" ? cpp : nullptr;
}

}  // namespace callbox::openrpc::generate
