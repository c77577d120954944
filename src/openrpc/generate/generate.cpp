// Chooses the writer of a language.
#include "generate.hpp"

namespace callbox::openrpc::generate {

std::optional<language> language_of(std::string_view name) {
    if (name == "typescript") return language::typescript;
    if (name == "python") return language::python;
    if (name == "c++") return language::cpp;
    return std::nullopt;
}

std::string write(language in, service& of, const choices& how) {
    switch (in) {
    case language::typescript: return typescript(of, how);
    case language::python: return python(of, how);
    case language::cpp: break;
    }
    return cpp(of, how);
}

}  // namespace callbox::openrpc::generate
