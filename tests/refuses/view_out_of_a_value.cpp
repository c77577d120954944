// refuses: callbox: the type contains a view, which would not outlive as(): use std::string
// refuses: trip
#include <callbox/callbox.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

struct stop {
    std::string_view name;
    std::vector<stop> near;
};
constexpr auto describe(callbox::as<stop>) {
    return callbox::fields{callbox::field{"name", &stop::name},
                           callbox::field{"near", &stop::near}};
}
struct trip {
    int length;
    std::map<std::string, std::vector<stop>> stops;
};
constexpr auto describe(callbox::as<trip>) {
    return callbox::fields{callbox::field{"length", &trip::length},
                           callbox::field{"stops", &trip::stops}};
}

std::size_t count(const callbox::json& any) { return any.as<trip>()->stops.size(); }
