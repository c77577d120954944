// Logs messages of functions about their calls.
#include <callbox/log.hpp>

#include "call_log.hpp"

namespace callbox {

void log(const caller& from, log_level level, std::string_view text) noexcept {
    const detail::call_log* const here = from.call;
    if (here == nullptr || !here->log->wants(level)) return;
    observe::logged_call call{.from = &from, .method = here->method->name, .is_known = true};
    if (here->id != nullptr) call.id = value(*here->text, *here->id).token();
    here->log->said(level, text, call);
}

void log(const caller& from, std::string_view text) noexcept { log(from, log_level::info, text); }

}  // namespace callbox
