// refuses: callbox: size() takes two numbers; for one, use size_at_least() or size_at_most()
#include <callbox/callbox.hpp>

struct page {
    std::vector<int> lines;
};
constexpr auto describe(callbox::as<page>) {
    return callbox::fields{callbox::field{"lines", &page::lines}.size(1)};
}
int f(const page& p) { return static_cast<int>(p.lines.size()); }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "page")};
