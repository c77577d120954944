// refuses: callbox: with<> accepts only before<>, after<>, fails and raises<>
#include "shop.hpp"

constexpr callbox::api methods = callbox::with<plain>(callbox::blocking);
