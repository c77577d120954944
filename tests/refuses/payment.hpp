// A variant of two structs; the tests describe it incorrectly or not at all.
#pragma once

#include <callbox/callbox.hpp>

using callbox::as, callbox::field, callbox::fields, callbox::one_of, callbox::tagged;

struct card {
    int number;
};
constexpr auto describe(as<card>) { return fields{field{"number", &card::number}}; }
struct cash {};
constexpr auto describe(as<cash>) { return fields{}; }
using payment = std::variant<card, cash>;
