// refuses: callbox: the default of a list, map, struct or custom type must be {}, initial
#include <callbox/callbox.hpp>

struct page {
    std::vector<int> lines;
};
constexpr auto describe(callbox::as<page>) {
    return callbox::fields{callbox::field{"lines", &page::lines} = 3};
}
int f(const page& p) { return static_cast<int>(p.lines.size()); }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "page")};
