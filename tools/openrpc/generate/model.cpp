// Functions that all writers use.
#include "model.hpp"

namespace callbox::openrpc::generate {

std::vector<const type*> types_within(const type& t) {
    std::vector<const type*> all = t.parts;
    if (t.element != nullptr) all.push_back(t.element);
    for (const member& m : t.members) all.push_back(m.schema);
    return all;
}

void service::note(std::string line) {
    if (notes.size() < notes_max && std::ranges::find(notes, line) == notes.end())
        notes.push_back(std::move(line));
}

}  // namespace callbox::openrpc::generate
