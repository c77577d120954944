// Joins pieces of code.
#include "code.hpp"

#include "escaped.hpp"

#include <algorithm>
#include <set>

namespace callbox::openrpc::generate {

code blanks(std::size_t count) { return escaped::make(std::string(count, ' ')); }
code number(std::int64_t value) { return escaped::make(std::to_string(value)); }

code joined(const std::vector<code>& all, constant between) {
    code made;
    for (const code& each : all) {
        if (&each != all.data()) made += between;
        made += each;
    }
    return made;
}

std::vector<code> unique(std::vector<code> all) {
    std::set<code> seen;
    std::erase_if(all, [&](const code& each) { return !seen.insert(each).second; });
    return all;
}

std::vector<constant> lines_of(constant text) {
    std::vector<constant> lines;
    for (std::size_t at = 0; at < text.view().size();) {
        const std::size_t end = std::min(text.view().find('\n', at), text.view().size());
        lines.push_back(text.part(at, end - at));
        at = end + 1;
    }
    return lines;
}

}  // namespace callbox::openrpc::generate
