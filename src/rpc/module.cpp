// Input: modules. Output: one table of their rows, sorted by name, with an index.
#include <callbox/module.hpp>

namespace callbox {

joined::joined(std::span<const module* const> modules) {
    std::map<std::string_view, const module*> owners;
    const module* with_state = nullptr;
    const auto refuse = [](const module& one, const module& other, const std::string& why) {
        const auto place = [](const module& m) {
            return std::string(m.file_) + ':' + std::to_string(m.line_);
        };
        throw std::logic_error("the modules at " + place(one) + " and " + place(other) + why);
    };
    for (const module* each : modules) {
        if (each->state_type_ != &detail::state_type<void>) {
            if (with_state != nullptr && with_state->state_type_ != each->state_type_)
                refuse(*with_state, *each, " take different states");
            with_state = each;
            state_type_ = each->state_type_;
        }
        for (row r : each->rows) {
            const auto [owner, is_new] = owners.emplace(r.name, each);
            if (!is_new)
                refuse(*owner->second, *each, " both have a method " + std::string(r.name));
            r.params.begin += static_cast<std::uint32_t>(params_.size());
            r.errors.begin += static_cast<std::uint32_t>(errors_.size());
            r.examples.begin += static_cast<std::uint32_t>(examples_.size());
            rows_.push_back(r);
        }
        params_.insert(params_.end(), each->params.begin(), each->params.end());
        errors_.insert(errors_.end(), each->errors.begin(), each->errors.end());
        examples_.insert(examples_.end(), each->examples.begin(), each->examples.end());
    }
    if (rows_.size() >= detail::no_row)
        throw std::logic_error("the modules have more than 65534 methods");
    std::sort(rows_.begin(), rows_.end(),
              [](const row& a, const row& b) { return a.name < b.name; });
    slots_.resize(detail::slots_of(rows_.size()));
    detail::fill_slots(std::span(slots_), std::span<const row>(rows_));
    rows = {rows_, slots_};
    params = params_;
    errors = errors_;
    examples = examples_;
}

bound_table::bound_table(const joined& modules, void* given, const detail::state_id* type)
    : table(modules), state(given) {
    if (modules.state_type_ != type && modules.state_type_ != &detail::state_type<void>)
        throw std::logic_error("these modules take another state");
}

}  // namespace callbox
