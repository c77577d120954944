#include "tool_list.hpp"

#include "base/sha256.hpp"
#include "rpc/suggestion.hpp"
#include "tool.hpp"

namespace callbox::mcp {

namespace {

bool is_listed(const row& r, const rpc::view* sees) {
    return !r.tool.hidden && !r.deprecated && rpc::is_seen(r, sees);
}

}  // namespace

// Tools take precedence: a tool may have the name of a method that is hidden from models.
const row* tool_list::find(std::string_view name, const rpc::view* sees) const {
    const auto at = std::ranges::find_if(methods_.rows, [&](const row& r) {
        return !r.tool.hidden && is_tool_name_of(name, r);
    });
    const row* const found = at != methods_.rows.end() ? &*at : methods_.find(name);
    return found != nullptr && !found->tool.hidden && rpc::is_seen(*found, sees) ? found : nullptr;
}

std::string tool_list::nearest(std::string_view name, const rpc::view* sees) const {
    std::vector<std::string> names;
    for (const row& r : methods_.rows)
        if (is_listed(r, sees)) names.push_back(tool_name_of(r));
    rpc::suggestion near(name);
    for (const std::string& each : names) near.offer(each);
    return std::string(near.best());
}

std::string_view tool_list::listed(const rpc::view* sees) {
    for (const list* each = made_.get(); each != nullptr; each = each->next.get())
        if (each->sees == sees) return each->text;
    bytes text;
    writer to(text);
    std::int64_t count = 0;
    to.begin_array();
    for (const row& r : methods_.rows) {
        if (!is_listed(r, sees)) continue;
        write_tool(to, methods_, r);
        ++count;
    }
    to.end_array();
    if (text.overflowed()) throw std::bad_alloc();
    made_.reset(new list{sees, std::string(text.view()), std::move(made_)});
    const auto hash = sha256(made_->text);
    log_->event(log_level::info, "tools listed",
                {{"tools", count}, {"hash", hex(std::span(hash).first(8))}});
    return made_->text;
}

}  // namespace callbox::mcp
