#include "documents.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

namespace callbox::openrpc {

const description& documents::of(const rpc::view* sees) {
    const auto at = made_.find(sees);
    if (at != made_.end()) return at->second;
    std::vector<row> rows;
    std::copy_if(methods_.rows.begin(), methods_.rows.end(), std::back_inserter(rows),
                 [sees](const row& r) { return sees == nullptr || sees->has(r); });
    table seen = methods_;
    seen.rows = rows;
    seen.slots = {};  // those are for all rows; the document looks up no name
    return made_.emplace(sees, describe(seen, info_ == nullptr ? api_info{} : *info_)).first->second;
}

}  // namespace callbox::openrpc
