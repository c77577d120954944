// refuses: a_default_value_is_outside_its_constraint
#include <callbox/callbox.hpp>

struct page {
    int size;
};
constexpr auto describe(callbox::as<page>) {
    return callbox::fields{callbox::field{"size", &page::size}.at_least(1)};
}
constexpr page none{0};
int f(page p) { return p.size; }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("page") = callbox::constant<none>),
};
