#include "counters.hpp"

#include "base/ticks.hpp"

#include <algorithm>
#include <utility>

namespace callbox::observe {

call_counters::call_counters(std::vector<counted_method> methods)
    : methods_(std::move(methods)), counts_(new of_method[methods_.size() + 1]) {
    methods_.push_back({.name = "rpc."});
    for (std::size_t i = 0; i < methods_.size(); ++i)
        counts_[i].failed.reset(new counter[methods_[i].codes.size() + 1]);
    for (std::size_t i = 0; i < bounds.size(); ++i)
        ends_[i] = static_cast<std::uint64_t>(bounds[i] * ticks_per_second());
}

std::size_t call_counters::place(std::size_t method, int code) const {
    const std::vector<int>& codes = methods_[method].codes;
    return static_cast<std::size_t>(std::find(codes.begin(), codes.end(), code) - codes.begin());
}

}  // namespace callbox::observe
