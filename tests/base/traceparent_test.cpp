// Valid and invalid values of traceparent.
#include "base/traceparent.hpp"

#include <criterion/criterion.h>

#include <string>

namespace traceparent_test { namespace {

const std::string good = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

std::string with(std::size_t at, std::string_view text) {
    std::string other = good;
    return other.replace(at, text.size(), text);
}

using callbox::is_traceparent;

Test(base_traceparent, version_trace_parent_and_flags_are_accepted) {
    for (const std::string& text : {good, with(53, "ff"), with(0, "cc"), with(0, "cc") + "-x",
                                    with(0, "01") + "-"})
        cr_expect(is_traceparent(text), "%s", text.c_str());
}

Test(base_traceparent, anything_else_is_not) {
    for (const std::string& text :
         {std::string(), good.substr(1), good.substr(0, 54), good + "-", good + "0", with(0, "ff"),
          with(0, "0g"), with(0, "0A"), with(2, "_"), with(35, "0"), with(52, "."),
          with(3, std::string(32, '0')), with(36, std::string(16, '0')), with(3, "A"),
          with(51, "g"), with(53, "0x"), with(0, "cc") + "x", with(0, "ff") + "-x",
          std::string(55, '0'), std::string(55, '-')})
        cr_expect(!is_traceparent(text), "%s", text.c_str());
}

}}  // namespace traceparent_test
