// refuses: callbox: before<> takes a function of ([State&,] const seen_call&)
#include "shop.hpp"

inline constexpr int check = 1;
constexpr callbox::api methods = callbox::with<plain>(before<check>);
