// refuses: callbox: a default of a list, map, struct or own type is {}, initial or constant<VALUE>
#include <callbox/callbox.hpp>

struct page {
    std::vector<int> lines;
};
constexpr auto describe(callbox::as<page>) {
    return callbox::fields{callbox::field{"lines", &page::lines} = 3};
}
int f(const page& p) { return static_cast<int>(p.lines.size()); }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "page")};
