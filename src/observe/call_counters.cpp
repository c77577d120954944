// Counts calls and their codes; observe/metrics adds the numbers up.
#include "call_counters.hpp"

#include "base/ticks.hpp"

#include <algorithm>

namespace callbox::rpc {

statistics::statistics(const table& methods)
    : table_(methods), methods_(new of_method[methods.rows.size() + 1]),
      declared_(new tally[methods.errors.size()]) {
    for (std::size_t i = 0; i < bounds.size(); ++i)
        ends_[i] = static_cast<std::uint64_t>(bounds[i] * ticks_per_second());
}

void statistics::failed(std::size_t method, int code) {
    of_method& of = methods_[method];
    const auto own = std::find(codes.begin(), codes.end(), code);
    if (own != codes.end()) return of.failed[static_cast<std::size_t>(own - codes.begin())].add();
    if (method == table_.rows.size()) return of.failed_otherwise.add();
    const range said = table_.rows[method].errors;
    for (std::size_t i = said.begin; i < said.begin + said.count; ++i)
        if (table_.errors[i].code == code) return declared_[i].add();
    of.failed_otherwise.add();
}

}  // namespace callbox::rpc
