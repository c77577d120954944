// Takes the rows of the table, gives the tools that a caller sees.
#include "tool_list.hpp"

#include "base/sha256.hpp"
#include "rpc/suggestion.hpp"
#include "tool.hpp"

#include <callbox/bytes.hpp>

#include <algorithm>
#include <array>
#include <new>
#include <span>

namespace callbox::mcp {

namespace {

bool is_visible(const row& r, const rpc::view* sees) { return sees == nullptr || sees->has(r); }

std::string digest_of(std::string_view text) {
    static constexpr std::string_view digits = "0123456789abcdef";
    const auto hash = sha256(text);
    std::string word;
    for (const std::uint8_t byte : std::span(hash).first(8)) {
        word += digits[byte >> 4];
        word += digits[byte & 15];
    }
    return word;
}

}  // namespace

tool_list::tool_list(const table& methods, observe::logger& log) : methods_(methods), log_(&log) {
    for (const row& r : methods.rows)
        if (!r.tool.hidden) names_.emplace_back(tool_name_of(r), &r);
    std::ranges::sort(names_);
}

const row* tool_list::find(std::string_view name, const rpc::view* sees) const {
    const auto at = std::ranges::lower_bound(
        names_, name, {}, [](const auto& tool) { return std::string_view(tool.first); });
    const row* found = at != names_.end() && at->first == name ? at->second : methods_.find(name);
    return found != nullptr && !found->tool.hidden && is_visible(*found, sees) ? found : nullptr;
}

std::string_view tool_list::nearest(std::string_view name, const rpc::view* sees) const {
    rpc::suggestion near(name);
    for (const auto& [tool, r] : names_)
        if (!r->deprecated && is_visible(*r, sees)) near.offer(tool);
    return near.best();
}

std::string_view tool_list::listed(const rpc::view* sees) {
    const auto at = made_.find(sees);
    if (at != made_.end()) return at->second;
    bytes text;
    writer to(text);
    std::int64_t count = 0;
    to.begin_array();
    for (const row& r : methods_.rows) {
        if (r.tool.hidden || r.deprecated || !is_visible(r, sees)) continue;
        write_tool(to, methods_, r);
        ++count;
    }
    to.end_array();
    if (text.overflowed()) throw std::bad_alloc();
    const std::string_view made = made_.emplace(sees, text.view()).first->second;
    log_->event(log_level::info, "tools listed", {{"tools", count}, {"hash", digest_of(made)}});
    return made;
}

}  // namespace callbox::mcp
